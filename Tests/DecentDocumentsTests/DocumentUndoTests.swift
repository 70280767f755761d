// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes
import TestInputs
import Testing

@testable import DecentDocuments

@Suite(.seeded) struct DocumentUndoTests: SyncedRecipes {
  let folder: TemporaryFolder
  let store = MemoryStore()
  let library: DocumentLibrary
  let recipes: DocumentCollection<Recipe>
  let id: UUID

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library("one")
    recipes = try library.collection(of: Recipe.self).recordingSteps()
    id = try recipes.add(Recipe(title: "Bread", method: "Mix milk and flour."))
  }

  private func recipe() throws -> Recipe { try #require(try recipes.document(of: id)) }

  private func steps() throws -> Int {
    try library.rows("SELECT count(*) FROM undo_steps") { try $0.integer(at: 0) }.first ?? 0
  }

  /// Syncs two libraries until both have what either has.
  private func meet(_ other: DocumentLibrary) async throws {
    for library in [library, other, library] { try await sync(library) }
  }

  private func run(_ sql: String) throws {
    try library.write { try $0.run(sql, values: []) }
  }

  @Test func allOfACallIsOneStep() throws {
    #expect(try !recipes.canUndo(id))
    #expect(throws: DocumentFailure.nothingToUndo(id, kind: "com.example.recipe")) {
      try recipes.undo(id)
    }
    try recipes.edit(id) { recipe in
      recipe.title.value = "Rye bread"
      recipe.method.append(" Bake.")
      recipe.tags.insert("sour")
    }
    let after = try recipe()
    #expect(try recipes.undo(id) == UndoneStep(changed: ["method", "tags", "title"], kept: []))
    var undone = try recipe()
    #expect(undone.title.value == "Bread" && undone.method.string == "Mix milk and flour.")
    #expect(undone.tags.isEmpty)
    #expect(try !recipes.canUndo(id) && recipes.canRedo(id))
    try recipes.redo(id)
    undone = try recipe()
    #expect(undone.title.value == "Rye bread" && undone.method.string == after.method.string)
    #expect(undone.tags.values == ["sour"])
    #expect(try recipes.canUndo(id) && !recipes.canRedo(id))
    #expect(throws: DocumentFailure.nothingToRedo(id, kind: "com.example.recipe")) {
      try recipes.redo(id)
    }
  }

  @Test func stepsAreThereOnceTheLibraryIsOpenedAgain() throws {
    for word in ["One", "Two", "Three"] { try recipes.edit(id) { $0.title.value = word } }
    try recipes.undo(id)
    let again = try folder.library("one").collection(of: Recipe.self).recordingSteps()
    #expect(try again.redo(id).changed == ["title"])
    #expect(try again.document(of: id)?.title.value == "Three")
    for word in ["Two", "One", "Bread"] {
      try again.undo(id)
      #expect(try again.document(of: id)?.title.value == word)
    }
  }

  @Test func aNewEditDropsWhatCouldBeRedone() throws {
    try recipes.edit(id) { $0.title.value = "One" }
    try recipes.edit(id) { $0.title.value = "Two" }
    try recipes.undo(id)
    try recipes.edit(id) { $0.title.value = "Three" }
    #expect(try !recipes.canRedo(id))
    try recipes.undo(id)
    #expect(try recipe().title.value == "One")
    // An edit that changes nothing is no step.
    try recipes.edit(id) { _ in }
    #expect(try recipes.canRedo(id))
  }

  /// Deleted text comes back as new text, which the step that typed it must find. An edit drops the
  /// step that put it back.
  @Test func textThatCameBackIsFoundByOlderSteps() throws {
    try recipes.edit(id) { $0.method.append(" Bake.") }
    try recipes.edit(id) { $0.method.update(to: "Mix milk and flour.") }
    try recipes.undo(id)
    try recipes.edit(id) { $0.title.value = "Rolls" }
    try recipes.undo(id)
    #expect(try recipe().method.string == "Mix milk and flour. Bake.")
    try recipes.undo(id)
    #expect(try recipe().method.string == "Mix milk and flour.")
  }

  @Test func editsThroughAnotherCollectionAreNoSteps() throws {
    let plain = try library.collection(of: Recipe.self)
    try plain.edit(id) { $0.title.value = "Rolls" }
    #expect(try steps() == 0)
    let failure = try #require(throws: DocumentFailure.self) { try recipes.undo(id) }
    #expect("\(failure)".contains("`recordingSteps()`"))
    try recipes.edit(id) { $0.tags.insert("sour") }
    #expect(try plain.undo(id).changed == ["tags"])
  }

  @Test func draftsAreStepsOnceTheyAreCommitted() throws {
    let draft = try #require(try recipes.draft(editing: id) { $0.title.value = "Rolls" })
    let late = try #require(try recipes.draft(editing: id) { $0.title.value = "Buns" })
    #expect(try steps() == 0)
    #expect(try draft.commit() && !late.commit())
    #expect(try steps() == 1)
    try recipes.undo(id)
    #expect(try recipe().title.value == "Bread")
  }

  @Test func whatOthersChangedSinceStays() async throws {
    let other = try folder.library("two")
    let theirs = try other.collection(of: Recipe.self).recordingSteps()
    try await meet(other)
    try await recipes.edit(id) { recipe in
      recipe.title.value = "Rye bread"
      recipe.method.append(" Bake.")
      recipe.tags.insert("sour")
    }
    try await meet(other)
    #expect(try await !theirs.canUndo(id))
    try await theirs.edit(id) { recipe in
      recipe.title.value = "Theirs"
      recipe.method.update(to: "Mix oat milk and flour. Bake.")
    }
    try await meet(other)
    #expect(try await recipes.undo(id) == UndoneStep(changed: ["method", "tags"], kept: ["title"]))
    #expect(try recipe().title.value == "Theirs")
    #expect(try recipe().method.string == "Mix oat milk and flour.")
    try await meet(other)
    #expect(try await recipes.redo(id) == UndoneStep(changed: ["method", "tags"], kept: ["title"]))
    #expect(try recipe().method.string == "Mix oat milk and flour. Bake.")
    try await theirs.undo(id)
    try await meet(other)
    #expect(try recipe().title.value == "Rye bread")
    #expect(try recipe().method.string == "Mix milk and flour. Bake.")
  }

  /// A step of which nothing is left counts as undone.
  @Test func theNextUndoGoesOn() throws {
    try recipes.edit(id) { $0.tags.insert("sour") }
    try recipes.edit(id) { $0.title.value = "Rye bread" }
    try library.collection(of: Recipe.self).edit(id) { $0.title.value = "Theirs" }
    #expect(try recipes.undo(id) == UndoneStep(changed: [], kept: ["title"]))
    #expect(try recipes.undo(id) == UndoneStep(changed: ["tags"], kept: []))
    #expect(try recipes.redo(id).changed == ["tags"])
    #expect(try recipes.redo(id) == UndoneStep(changed: [], kept: ["title"]))
  }

  @Test func onlySoManyStepsAreKept() throws {
    let few = recipes.recordingSteps(atMost: 3)
    for number in 1...5 { try few.edit(id) { $0.title.value = "\(number)" } }
    #expect(try steps() == 3)
    for _ in 0..<3 { try few.undo(id) }
    #expect(try recipe().title.value == "2" && !few.canUndo(id))
    let other = try recipes.add(Recipe(title: "Rolls"))
    try few.edit(other) { $0.title.value = "Buns" }
    try run("UPDATE undo_steps SET number = number + \(StepTable.mostSteps - 2) WHERE document > 1")
    try few.edit(other) { $0.title.value = "Cakes" }
    #expect(try steps() == 2)
  }

  @Test func aFailedEditLeavesNoStep() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try library.transaction {
        try recipes.edit(id) { $0.title.value = "Rolls" }
        throw Failure()
      }
    }
    #expect(try steps() == 0)
    try recipes.edit(id) { $0.title.value = "Rolls" }
    #expect(throws: Failure.self) {
      try library.transaction {
        try recipes.undo(id)
        throw Failure()
      }
    }
    #expect(try recipes.canUndo(id) && recipe().title.value == "Rolls")
  }

  /// An edit and its step are stored together, or neither is.
  @Test func anEditWhoseStepCannotBeStoredIsNotMade() throws {
    try recipes.edit(id) { $0.title.value = "Rolls" }
    for change in ["INSERT", "UPDATE"] {
      try run(
        """
        CREATE TRIGGER refuse_\(change) BEFORE \(change) ON undo_steps
        BEGIN SELECT RAISE(ABORT, 'refused'); END
        """)
    }
    #expect(throws: DatabaseFailure.self) { try recipes.edit(id) { $0.title.value = "Buns" } }
    let draft = try #require(try recipes.draft(editing: id) { $0.title.value = "Cakes" })
    #expect(throws: DatabaseFailure.self) { try draft.commit() }
    #expect(throws: DatabaseFailure.self) { try recipes.undo(id) }
    #expect(try recipe().title.value == "Rolls")
    #expect(try recipes.canUndo(id) && !recipes.canRedo(id))
  }

  /// A version of the app that lacks a field undoes the others.
  @Test func aFieldOfANewerVersionStays() throws {
    try recipes.edit(id) { recipe in
      recipe.title.value = "Rolls"
      recipe.tags.insert("sour")
    }
    let older = try folder.library("one").collection(of: OlderRecipe.self).recordingSteps()
    #expect(try older.undo(id) == UndoneStep(changed: ["title"], kept: ["tags"]))
    #expect(try recipe().title.value == "Bread" && recipe().tags.values == ["sour"])
    #expect(try recipes.redo(id) == UndoneStep(changed: ["title"], kept: ["tags"]))
  }

  @Test func stepsGoWithTheirDocument() throws {
    try recipes.edit(id) { $0.title.value = "Rolls" }
    try recipes.remove(id)
    #expect(try steps() == 0)
    #expect(try !recipes.canUndo(id))
    #expect(throws: DocumentFailure.unknownDocument(id, kind: "com.example.recipe")) {
      try recipes.undo(id)
    }
  }

  /// It bars neither the rest of its step nor older steps.
  @Test func droppedTextDoesNotComeBack() throws {
    try recipes.edit(id) { $0.tags.insert("sour") }
    try recipes.edit(id) { recipe in
      recipe.title.value = "Rolls"
      recipe.method.update(to: "Mix.")
    }
    try recipes.edit(id) { $0.method.update(to: "Mix, bake.") }
    try recipes.dropDeleted(in: id)
    #expect(try recipes.undo(id) == UndoneStep(changed: ["method"], kept: []))
    #expect(try recipe().method.string == "Mix.")
    #expect(try recipes.undo(id) == UndoneStep(changed: ["title"], kept: ["method"]))
    #expect(try recipe().title.value == "Bread" && recipe().method.string == "Mix.")
    #expect(try recipes.undo(id).changed == ["tags"])
    for _ in 0..<3 { try recipes.redo(id) }
    #expect(try recipe().title.value == "Rolls" && recipe().method.string == "Mix, bake.")
  }

  /// A field of which only a part comes back is named twice.
  /// The edit of a value that cannot be taken back is a step by itself, so the undo leaves the step before.
  @Test func aFieldThatTravelsWholeIsKept() throws {
    let cupboards = try library.collection(of: Cupboard.self).recordingSteps()
    let id = try cupboards.add(Cupboard(title: "Spoons"))
    try cupboards.edit(id) { $0.title.value = "Bread" }
    try cupboards.edit(id) { $0.height.centimetres = 30 }
    try cupboards.edit(id) { $0.maker = "Oak" }
    #expect(try cupboards.undo(id) == UndoneStep(changed: [], kept: ["maker"]))
    #expect(try cupboards.undo(id) == UndoneStep(changed: [], kept: ["height"]))
    #expect(try cupboards.undo(id) == UndoneStep(changed: ["title"], kept: []))
    let cupboard = try cupboards.document(of: id)
    #expect(cupboard?.title.value == "Spoons")
    #expect(cupboard?.height.centimetres == 30 && cupboard?.maker == "Oak")
  }

  @Test func aPartOfAFieldStays() throws {
    try recipes.edit(id) { $0.method.update(to: "Put.") }
    try recipes.dropDeleted(in: id)
    #expect(try recipes.undo(id) == UndoneStep(changed: ["method"], kept: ["method"]))
    #expect(try recipe().method.string == ".")
    #expect(try recipes.redo(id) == UndoneStep(changed: ["method"], kept: []))
    #expect(try recipe().method.string == "Put.")
  }

  /// Two copies of one device deleted the same text.
  @Test func textThatTwoStepsDeletedComesBackOnce() throws {
    var copy = try recipe()
    try library.environment().run { copy.method.update(to: "Mix flour.") }
    try recipes.edit(id) { $0.method.update(to: "Mix flour.") }
    try recipes.merge(copy, into: id)
    for _ in 0..<2 {
      try recipes.undo(id)
      #expect(try recipe().method.string == "Mix milk and flour.")
    }
  }

  @Test(arguments: [Int.min, .max]) func aDamagedNumberAloneStopsNoEdit(number: Int) throws {
    try recipes.edit(id) { $0.title.value = "Rolls" }
    try run("UPDATE undo_steps SET number = \(number)")
    for word in ["Buns", "Cakes"] { try recipes.edit(id) { $0.title.value = word } }
    for word in ["Buns", "Rolls"] {
      try recipes.undo(id)
      #expect(try recipe().title.value == word)
    }
  }

  /// The number counts as one of the last steps, and the sound steps as the oldest.
  @Test(arguments: [StepTable.mostSteps + 1, 1 << 40, .max / 2])
  func aDamagedNumberForgetsNoOtherStep(number: Int) throws {
    try recipes.edit(id) { $0.title.value = "Rolls" }
    try recipes.edit(id) { $0.tags.insert("sour") }
    try run("UPDATE undo_steps SET number = \(number) WHERE number = 2")
    try recipes.edit(id) { $0.method.append(" Bake.") }
    #expect(try recipes.undo(id).changed == ["method"])
    #expect(try recipes.undo(id).changed == ["title"])
  }

  @Test(arguments: [.min, -1, 1 << 40, .max / 2, .max - 1, .max], [false, true])
  func aDamagedNumberIsToldOfAndStopsNoEdit(number: Int, isRepaired: Bool) throws {
    try recipes.edit(id) { $0.title.value = "Rolls" }
    try recipes.edit(id) { $0.title.value = "Buns" }
    try run("UPDATE undo_steps SET number = \(number) WHERE number = 2")
    let document = DocumentPlace(code: Recipe.frameKind.code, id: id).document
    let problem = DocumentProblem.steps(document, count: 1)
    #expect(try library.check() == [problem])
    if isRepaired {
      let repair = try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
      #expect(repair.repaired == [problem] && repair.remaining == [])
      #expect(try !recipes.canUndo(id))
    }
    for word in ["Cakes", "Pies"] { try recipes.edit(id) { $0.title.value = word } }
    for word in ["Cakes", "Buns"] {
      try recipes.undo(id)
      #expect(try recipe().title.value == word)
    }
    try recipes.edit(id) { $0.tags.insert("sour") }
    #expect(try recipes.undo(id).changed == ["tags"])
  }

  /// Placing an added document in the order is no step, moving it is one.
  @Test func movesAreSteps() throws {
    let chores = try library.collection(of: Chore.self).recordingSteps()
    let ids = try ["a", "b", "c"].map { try chores.add(Chore($0)) }
    #expect(try !chores.canUndo(ids[2]))
    try chores.move(ids[2], before: ids[0])
    #expect(try chores.ids() == [ids[2], ids[0], ids[1]])
    try chores.undo(ids[2])
    #expect(try chores.ids() == ids)
  }

  /// Undoing a move leaves a later move that is no step.
  @Test func movesThatAreNoStepsStay() throws {
    let plain = try library.collection(of: Chore.self)
    let chores = plain.recordingSteps()
    let ids = try ["a", "b", "c"].map { try chores.add(Chore($0)) }
    try chores.move(ids[0], after: ids[2])
    try plain.move(ids[0], after: ids[1])
    #expect(try chores.undo(ids[0]) == UndoneStep(changed: [], kept: ["place"]))
    #expect(try chores.names() == ["b", "a", "c"])
  }

  @Test func mergesAreSteps() throws {
    try recipes.edit(id) { $0.title.value = "Rolls" }
    var copy = try recipe()
    copy.method.append(" Bake.")
    try recipes.merge(copy, into: id)
    #expect(try recipes.undo(id).changed == ["method"])
    #expect(try recipe().title.value == "Rolls")
  }

  /// The steps of moves hold when they are read again.
  @Test func aStepLeavesWhatWasWrittenOutsideTheSteps() throws {
    let plain = try library.collection(of: Pantry.self)
    let pantries = plain.recordingSteps()
    let id = try pantries.add(Pantry(["rye", "oat", "bran"]))
    func shown() throws -> [String] {
      try #require(try pantries.document(of: id)).notes.map { "\($0.key) \($0.value.string)" }
        .sorted()
    }
    func order() throws -> [String] { try #require(try pantries.document(of: id)).order.values }
    try pantries.edit(id) { pantry in
      pantry.notes["rye"] = "dark"
      pantry.notes["oat"] = "fine"
      pantry.order.move("rye", to: 2)
    }
    try pantries.edit(id) { $0.order.move("rye", to: 1) }
    try pantries.undo(id)
    try plain.edit(id) { $0.notes["rye"]?.append(", coarse") }
    #expect(try order() == ["oat", "bran", "rye"])
    #expect(try pantries.undo(id).changed == ["notes", "order"])
    #expect(try shown() == ["rye dark, coarse"])
    #expect(try order() == ["rye", "oat", "bran"])
    try pantries.redo(id)
    #expect(try shown() == ["oat fine", "rye dark, coarse"])
    #expect(try order() == ["oat", "bran", "rye"])
    try plain.edit(id) { $0.order.move("rye", to: 0) }
    #expect(try pantries.undo(id) == UndoneStep(changed: ["notes"], kept: ["order"]))
    #expect(try order() == ["rye", "oat", "bran"])
  }

  @Test(arguments: ["content = x'00'", "is_undone = 2", "content = substr(content, 2)"])
  func damagedStepsAreToldOfAndForgotten(damage: String) throws {
    try recipes.edit(id) { $0.title.value = "Rolls" }
    try recipes.edit(id) { $0.title.value = "Buns" }
    #expect(try library.check() == [])
    try run("UPDATE undo_steps SET \(damage) WHERE number = 2")
    let document = DocumentPlace(code: Recipe.frameKind.code, id: id).document
    let problem = DocumentProblem.steps(document, count: 1)
    #expect(try library.check() == [problem])
    #expect("\(problem)".hasPrefix("1 step to undo in the document with the id"))
    if damage.contains("content") {
      // It stops no edit, and bars no other step.
      try recipes.edit(id) { $0.method.append(" Bake.") }
      #expect(try recipes.undo(id).changed == ["method"])
      #expect(try recipes.undo(id) == UndoneStep(changed: [], kept: ["title"]))
      #expect(try !recipes.canUndo(id))
      #expect(throws: DocumentFailure.nothingToUndo(id, kind: Recipe.kind)) {
        try recipes.undo(id)
      }
    }
    let repair = try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
    #expect(repair.repaired == [problem] && repair.remaining == [])
    #expect(try !recipes.canUndo(id) && recipe().title.value == "Buns")
  }
}

/// A model with keys that replicate and are moved.
private struct Pantry: ReplicatingModel {
  var notes = ReplicatingDictionary<String, ReplicatingText>()
  var order = ReplicatingOrderedSet<String>()

  static let kind = "com.example.pantry"
  static let fields = FieldList(("notes", \Pantry.notes), ("order", \.order))

  init() {}

  init(_ names: [String]) { order.append(contentsOf: names) }
}

/// A recipe as a version of the app knows it that has no tags yet.
private struct OlderRecipe: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var method = ReplicatingText()
  var newerFields = NewerFields()

  static let kind = Recipe.kind

  static let fields = FieldList(("title", \OlderRecipe.title), ("method", \.method))
}

/// A model with a constant, and with a value of a type of its own.
private struct Cupboard: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var height = Height()
  var maker = ""

  static let kind = "com.example.cupboard"
  static let fields = FieldList(
    ("title", \Cupboard.title), ("height", \.height), constants: ("maker", \.maker))

  init() {}

  init(title: String) { self.title.value = title }

  struct Height: Replicable, Hashable, Codable, Sendable {
    var centimetres = 0
    func merged(with other: Self) -> Self {
      Self(centimetres: max(centimetres, other.centimetres))
    }
  }
}
