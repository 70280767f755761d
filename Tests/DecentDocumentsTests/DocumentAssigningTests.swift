// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import ReplicationLaws
import TestInputs
import Testing

private struct Memo: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()

  static let kind = "com.example.memo"
  static let fields = FieldList(("title", \Memo.title), ("text", \.text))
}

/// Values assigned to a document or to a part of it: in the closure of `edit`, or in a draft that is merged.
@Suite struct DocumentAssigningTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(of: Recipe.self)
  }

  private func bread() -> Recipe {
    var recipe = Recipe(title: "Bread")
    recipe.method.append("Knead.")
    recipe.tags.insert("slow")
    return recipe
  }

  @Test func assignedFieldsShowWhatWasAssigned() throws {
    let id = try recipes.add(bread())
    for collection in [recipes, try folder.library().collection(of: Recipe.self)] {
      try collection.edit(id) {
        $0.method = "Boil."
        $0.tags = ["quick"]
      }
      let recipe = try #require(try collection.document(of: id))
      #expect(recipe.method.string == "Boil.")
      #expect(recipe.tags.values == ["quick"])
      #expect(recipe.title.value == "Bread")
      try collection.edit(id) {
        $0.title.value = "Soup"
        $0.method = ""
        $0.tags = []
      }
      let cleared = try #require(try collection.document(of: id))
      #expect(cleared.method.isEmpty && cleared.tags.isEmpty)
      #expect(cleared.title.value == "Soup")
      try collection.edit(id) { $0 = bread() }
    }
  }

  /// The values were made before the document was read, and were stored nowhere.
  @Test(arguments: [false, true])
  func valuesMadeBeforeTheEditAreShown(isReopened: Bool) throws {
    let (method, tags, eggs): (ReplicatingText, ReplicatingSet<String>, ReplicatingText) =
      ("Boil.", ["quick"], "Eggs")
    var soup = Recipe(title: "Soup")
    soup.tags = ["good"]
    soup.method.append("Stir.")
    let id = try recipes.add(bread())
    var album = Album()
    album.pages["a"] = "Milk"
    let page = try library.collection(of: Album.self).add(album)
    let opened = isReopened ? try folder.library() : library
    let collection = try opened.collection(of: Recipe.self)
    let albums = try opened.collection(of: Album.self)
    try collection.edit(id) {
      $0.method = method
      $0.tags = tags
    }
    #expect(try collection.document(of: id)?.method.string == "Boil.")
    #expect(try collection.document(of: id)?.tags.values == ["quick"])
    #expect(try collection.document(of: id)?.title.value == "Bread")
    try albums.edit(page) { $0.pages["a"] = eggs }
    #expect(try albums.document(of: page)?.pages["a"]?.string == "Eggs")
    try collection.edit(id) { $0 = soup }
    soup.tags.insert("cheap")
    try collection.edit(id) { $0 = soup }
    let shown = try #require(try collection.document(of: id))
    #expect(shown.title.value == "Soup")
    #expect(shown.tags.values == ["good", "cheap"])
    #expect(shown.method.string == "Stir.")
  }

  @Test(arguments: [false, true])
  func anEmptyNewDocumentClears(isReopened: Bool) throws {
    let empty = Recipe()
    let id = try recipes.add(bread())
    let collection = isReopened ? try folder.library().collection(of: Recipe.self) : recipes
    func check() throws {
      let recipe = try #require(try collection.document(of: id))
      #expect(recipe.title.value == Recipe().title.value)
      #expect(recipe.method.isEmpty && recipe.tags.isEmpty)
    }
    try collection.edit(id) { $0 = Recipe() }
    try check()
    try collection.edit(id) { $0 = bread() }
    try collection.edit(id) { $0 = empty }
    try check()
  }

  @Test func assignedFieldsDropNoEditOfOthers() throws {
    let id = try recipes.add(bread())
    let before = try #require(try recipes.document(of: id))
    try recipes.edit(id) { $0.tags = ["quick"] }
    var other = before
    other.tags.insert("good")
    try recipes.merge(other, into: id)
    #expect(try recipes.document(of: id)?.tags.values == ["quick", "good"])
  }

  /// The draft is the value that was added, or was read; the document was read since, or not.
  @Test(arguments: [false, true], [false, true])
  func draftsMergeAtAnyField(isAddedValue: Bool, isReopened: Bool) throws {
    let added = Recipe(title: "Bread")
    let id = try recipes.add(added)
    var draft = isAddedValue ? added : try #require(try recipes.document(of: id))
    let unchanged = draft
    let collection = isReopened ? try folder.library().collection(of: Recipe.self) : recipes
    try collection.edit(id) {
      $0.tags.insert("first")
      $0.method.append("Knead.")
    }
    let shown = try collection.document(of: id)
    try collection.edit(id) { $0 = unchanged }
    #expect(try collection.document(of: id) == shown)
    draft.tags.insert("mine")
    try collection.edit(id) { $0 = draft }
    #expect(try collection.document(of: id)?.tags.values == ["first", "mine"])
    #expect(try collection.document(of: id)?.method.string == "Knead.")
  }

  /// The draft was read from the library's memory, or from its file; the document was read since, or not.
  @Test(arguments: [false, true], [false, true])
  func assignedFieldsOfADraftAreShown(isRead: Bool, isReopened: Bool) throws {
    let id = try recipes.add(bread())
    let opened = try isRead ? folder.library().collection(of: Recipe.self) : recipes
    var draft = try #require(try opened.document(of: id))
    let collection = try isReopened ? folder.library().collection(of: Recipe.self) : opened
    try collection.edit(id) { $0.tags.insert("good") }
    draft.title.value = "Soup"
    draft.method = "Boil."
    try collection.merge(draft, into: id)
    let shown = try #require(try collection.document(of: id))
    #expect(shown.title.value == "Soup")
    #expect(shown.method.string == "Boil.")
    #expect(shown.tags.values == ["slow", "good"])
    draft = shown
    draft.method = ""
    draft.tags = []
    try collection.merge(draft, into: id)
    let cleared = try #require(try collection.document(of: id))
    #expect(cleared.method.isEmpty && cleared.tags.isEmpty)
    #expect(cleared.title.value == "Soup")
  }

  /// A new value that took in one field of the document.
  @Test func aPatchClearsNothing() throws {
    let id = try recipes.add(Recipe(title: "Bread", method: "Knead."))
    try recipes.edit(id) { $0.tags.insert("slow") }
    let shown = try #require(try recipes.document(of: id))
    var patch = Recipe()
    patch.tags = shown.tags
    patch.tags.insert("new")
    try recipes.merge(patch, into: id)
    let merged = try #require(try recipes.document(of: id))
    #expect(merged.title.value == "Bread" && merged.method.string == "Knead.")
    #expect(merged.tags == ["slow", "new"])
  }

  /// Nothing but a register says that the draft is a copy.
  @Test(arguments: [false, true])
  func anAssignedTextBesideARegisterIsShown(isRead: Bool) throws {
    let memos = try library.collection(of: Memo.self)
    var memo = Memo()
    memo.title.value = "Bread"
    memo.text = "Knead."
    let id = try memos.add(memo)
    let opened = try isRead ? folder.library().collection(of: Memo.self) : memos
    var draft = try #require(try opened.document(of: id))
    draft.title.value = "Soup"
    draft.text = "Boil."
    try memos.merge(draft, into: id)
    #expect(try memos.document(of: id)?.title.value == "Soup")
    #expect(try memos.document(of: id)?.text.string == "Boil.")
  }

  @Test func aValueThatIsNoCopyMerges() throws {
    let id = try recipes.add(bread())
    var other = Recipe(title: "Soup", method: "Boil.")
    other.tags = ["quick"]
    for _ in 0..<2 {
      try recipes.merge(other, into: id)
      let recipe = try #require(try recipes.document(of: id))
      #expect(recipe.title.value == "Soup")
      #expect(recipe.method.count == 11)
      #expect(recipe.tags.values == ["slow", "quick"])
    }
  }

  @Test func anEntryWithinADocumentMerges() throws {
    let books = try library.collection(of: Album.self)
    var book = Album()
    book.pages["a"] = "Milk"
    let id = try books.add(book)
    let shown = try #require(try books.document(of: id)?.pages["a"])
    try books.edit(id) { $0.pages["a"]?.append(", bread") }
    try books.edit(id) { $0.pages["a"] = shown }
    #expect(try books.document(of: id)?.pages["a"]?.string == "Milk, bread")
    try books.edit(id) { $0.pages["a"] = "Eggs" }
    #expect(try books.document(of: id)?.pages["a"]?.string == "Eggs")
  }

  /// Copies of several ages are edited, saved and written back at random. Each tag that was inserted
  /// stays: none was removed.
  @Test func nothingIsLostByWritingCopiesBack() throws {
    var random = TestRun.generator(seed: 1, "documents written back")
    for schedule in 0..<TestRun.length(60) {
      let id = try recipes.add(Recipe(title: "\(schedule)"))
      var drafts = [try #require(try recipes.document(of: id))]
      var tags: Set<String> = []
      var pending: [Set<String>] = [[]]
      for number in 0..<12 {
        let place = random.below(drafts.count)
        let tag = "\(number)"
        switch random.below(6) {
        case 0:
          drafts.append(try #require(try recipes.document(of: id)))
          pending.append([])
        case 1:
          try recipes.edit(id) { $0.tags.insert(tag) }
          tags.insert(tag)
        case 2:
          drafts[place].tags.insert(tag)
          pending[place].insert(tag)
        case 3: drafts[place] = try Recipe(encoded: drafts[place].encoded())
        case 4:
          try recipes.merge(drafts[place], into: id)
          tags.formUnion(pending[place])
        default:
          try recipes.edit(id) { $0 = drafts[place] }
          tags.formUnion(pending[place])
        }
        let shown = try #require(try recipes.document(of: id)).tags.values
        if !tags.isSubset(of: shown) {
          Issue.record("schedule \(schedule), step \(number): \(tags.subtracting(shown)) lost")
          return
        }
      }
    }
  }
}
