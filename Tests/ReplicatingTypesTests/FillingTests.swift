// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// A recipe whose method is a text.
private struct FirstRecipe: ReplicatingModel {
  var method = ReplicatingText()
  var newerFields = NewerFields()

  static let kind = "com.example.recipe"
  static let fields = FieldList(("method", \FirstRecipe.method))
}

/// A later recipe whose steps and words replace the method.
private struct StepRecipe: ReplicatingModel {
  var method = ReplicatingText()
  var steps = ReplicatingArray<String>()
  var words = ReplicatingSet<String>()

  static let kind = FirstRecipe.kind
  static let fields = FieldList(
    ("method", \StepRecipe.method), ("steps", \.steps), ("words", \.words))

  mutating func fillNewFields() throws {
    let lines = method.string.split(separator: "\n").map(String.init)
    if lines.isEmpty { return }
    try steps.fill(as: "lines of the method") { $0.append(contentsOf: lines) }
    try words.fill(as: "words of the method") { words in
      for line in lines {
        for word in line.split(separator: " ") { words.insert(String(word)) }
      }
    }
  }
}

@Suite struct FillingTests {
  /// Two copies that fill alike are equal, merge to what each has, and go on apart.
  private func check<Value: PersistentReplicable & Equatable>(
    _ blank: Value, fill: (inout Value) -> Void, edit: (inout Value) -> Void
  ) throws {
    var (mine, yours) = (blank, blank)
    let devices = (1...2 as ClosedRange<UInt64>).map { bits in
      ReplicationEnvironment(milliseconds: { 1_000 }, random: { bits })
    }
    let areFilled = try [
      devices[0].run { () throws(EncodingFailure) in try mine.fill(as: "test", fill) },
      devices[1].run { () throws(EncodingFailure) in try yours.fill(as: "test", fill) },
    ]
    #expect(areFilled == [true, true])
    #expect(mine == yours)
    #expect(mine != blank)
    #expect(mine.merged(with: yours) == mine)
    #expect(!mine.contradicts(yours))
    let filled = mine
    let isFilledAgain = try mine.fill(as: "test", edit)
    #expect(!isFilledAgain)
    #expect(mine == filled)
    edit(&mine)
    #expect(mine != filled)
    #expect(yours.merged(with: mine) == mine)
    let change = try #require(mine.delta(since: yours.version))
    try yours.merge(delta: change)
    #expect(yours == mine)
  }

  @Test func twiceIsOnceForEveryType() throws {
    try check(ReplicatingRegister(default: 0)) {
      $0.value = 4
    } edit: {
      $0.value = 5
    }
    try check(ReplicatingMultiValueRegister<Int>()) {
      $0.set(4)
    } edit: {
      $0.set(5)
    }
    try check(ReplicatingCounter()) {
      $0.increment(by: 4)
    } edit: {
      $0.increment(by: 1)
    }
    try check(ReplicatingText()) {
      $0.append("abc")
    } edit: {
      $0.append("d")
    }
    try check(ReplicatingArray<Int>()) {
      $0.append(contentsOf: [1, 2])
    } edit: {
      $0.append(3)
    }
    try check(ReplicatingSet<Int>()) {
      $0.formUnion([1, 2])
    } edit: {
      $0.remove(1)
    }
    try check(ReplicatingAddOnlySet<Int>()) {
      $0.insert(1)
    } edit: {
      $0.insert(2)
    }
    try check(ReplicatingOrderedSet<Int>()) {
      $0.append(1)
    } edit: {
      $0.append(2)
    }
    try check(ReplicatingDictionary<String, ReplicatingText>()) {
      $0["a", default: ReplicatingText()].append("x")
    } edit: {
      $0["a"]?.append("y")
    }
    try check(ReplicatingOrderedDictionary<String, ReplicatingCounter>()) {
      $0["a", default: ReplicatingCounter()].increment()
    } edit: {
      $0["a"]?.increment()
    }
    try check(FirstRecipe()) {
      $0.method.append("Boil.")
    } edit: {
      $0.method.append(" Stir.")
    }
  }

  @Test func differentContentsAreBothThere() throws {
    var (mine, yours) = (ReplicatingSet<String>(), ReplicatingSet<String>())
    try mine.fill(as: "words") { $0.formUnion(["salt", "water"]) }
    try yours.fill(as: "words") { $0.formUnion(["water", "flour"]) }
    #expect(!mine.contradicts(yours))
    #expect(Set(mine.merged(with: yours)) == ["salt", "water", "flour"])
  }

  @Test func editsByPeopleAreLater() throws {
    var filled = ReplicatingRegister(default: 0)
    try filled.fill(as: "test") { $0.value = 1 }
    var edited = ReplicatingRegister(default: 0)
    ReplicationEnvironment(milliseconds: { 1_000 }, random: { 1 }).run { edited.value = 2 }
    #expect(filled.merged(with: edited).value == 2)
  }

  // MARK: Values of dictionaries

  private let devices = (1...2 as ClosedRange<UInt64>).map { bits in
    ReplicationEnvironment(milliseconds: { bits * 1_000 }, random: { bits })
  }

  /// One device deletes a key, and another fills in its value later. The key stays deleted, unless
  /// that device edits the value, too.
  private func checkInDictionaries<Value: PersistentReplicable & Equatable & Sendable>(
    _ blank: Value, fill: (inout Value) throws -> Void, edit: (inout Value) -> Void
  ) rethrows {
    var mine: ReplicatingDictionary<String, ReplicatingDictionary<String, Value>> = [:]
    var mineInOrder: ReplicatingOrderedDictionary<String, Value> = [:]
    devices[0].run {
      mine["a"] = ["b": blank, "c": blank]
      mineInOrder["b"] = blank
    }
    var (yours, yoursInOrder) = (mine, mineInOrder)
    devices[0].run {
      mine["a"] = nil
      mineInOrder["b"] = nil
    }
    try devices[1].run {
      try yours["a"]?["b"].map { _ in try fill(&yours["a", default: [:]]["b", default: blank]) }
      try fill(&yoursInOrder["b", default: blank])
    }
    #expect(yours["a"]?["b"] != blank)
    #expect(yoursInOrder["b"] != blank)
    #expect(yours.merged(with: mine)["a"] == nil)
    #expect(yoursInOrder.merged(with: mineInOrder)["b"] == nil)
    #expect(mine.merged(with: yours) == yours.merged(with: mine))
    let news = yours.delta(since: mine.version)
    var told = mine
    if let news { #expect(throws: Never.self) { try told.merge(delta: news) } }
    #expect(told == mine.merged(with: yours))
    let filled = yours["a"]?["b"]
    devices[1].run {
      edit(&yours["a", default: [:]]["c", default: blank])
      edit(&yoursInOrder["b", default: blank])
    }
    #expect(yours.merged(with: mine)["a"]?["b"] == filled)
    #expect(yoursInOrder.merged(with: mineInOrder)["b"] == yoursInOrder["b"])
  }

  @Test func filledValuesDoNotBringBackTheirKeys() throws {
    try checkInDictionaries(ReplicatingRegister(default: 0)) {
      try $0.fill(as: "test") { $0.value = 4 }
    } edit: {
      $0.value = 5
    }
    try checkInDictionaries(ReplicatingMultiValueRegister<Int>()) {
      try $0.fill(as: "test") { $0.set(4) }
    } edit: {
      $0.set(5)
    }
    try checkInDictionaries(ReplicatingCounter()) {
      try $0.fill(as: "test") { $0.increment(by: 4) }
    } edit: {
      $0.increment(by: 1)
    }
    try checkInDictionaries(ReplicatingText()) {
      try $0.fill(as: "test") { $0.append("abc") }
    } edit: {
      $0.append("d")
    }
    try checkInDictionaries(ReplicatingArray<Int>()) {
      try $0.fill(as: "test") { $0.append(contentsOf: [1, 2]) }
    } edit: {
      $0.append(3)
    }
    try checkInDictionaries(ReplicatingSet<Int>()) {
      try $0.fill(as: "test") { $0.formUnion([1, 2]) }
    } edit: {
      $0.remove(1)
      $0.insert(3)
    }
    try checkInDictionaries(ReplicatingAddOnlySet<Int>()) {
      try $0.fill(as: "test") { $0.insert(1) }
    } edit: {
      $0.insert(2)
    }
    try checkInDictionaries(ReplicatingOrderedSet<Int>()) {
      try $0.fill(as: "test") { $0.append(1) }
    } edit: {
      $0.append(2)
    }
    try checkInDictionaries(ReplicatingOrderedDictionary<String, ReplicatingCounter>()) {
      try $0.fill(as: "test") { $0["a", default: ReplicatingCounter()].increment() }
    } edit: {
      $0["b", default: ReplicatingCounter()].increment()
    }
    var recipe = StepRecipe()
    recipe.method.append("Boil it.")
    try checkInDictionaries(recipe) {
      try $0.fillNewFields()
    } edit: {
      $0.method.append(" Stir it.")
    }
  }

  /// A clock that was set back to 1970 makes no edit one that fills in contents.
  @Test func anEditAtTheTimeOfFillingBringsBackItsKey() {
    var mine: ReplicatingDictionary<String, ReplicatingText> = [:]
    devices[0].run { mine["a"] = "x" }
    var yours = mine
    devices[0].run { mine["a"] = nil }
    for bits: UInt64 in [0, 4] {
      ReplicationEnvironment(milliseconds: { 1 }, random: { bits }).run {
        yours["a"]?.append("y")
        yours["a"]?.append("z")
      }
      #expect(yours.merged(with: mine)["a"] == yours["a"])
      #expect(!mine.version.covers(yours.version))
      yours.merge(mine)
      devices[1].run { mine["a"] = nil }
    }
  }

  /// A process was copied while it ran, and both copies number what they fill in alike.
  @Test func aSessionThatFilledInTwiceIsGivenUp() throws {
    var one: ReplicatingDictionary<String, ReplicatingText> = [:]
    devices[0].run { for key in ["a", "b", "c"] { one[key] = ReplicatingText() } }
    var two = try ReplicatingDictionary<String, ReplicatingText>(encoded: one.encoded())
    one = try ReplicatingDictionary(encoded: one.encoded())
    let twins = (0..<2).map { _ in
      ReplicationEnvironment(milliseconds: { 5_000 }, random: { 7 })
    }
    try twins[0].run { try one["a"]?.fill(as: "test") { $0.append("x") } }
    try twins[1].run {
      for key in ["b", "c"] { try two[key]?.fill(as: "test") { $0.append("x") } }
    }
    #expect(one.storage.token.current != nil)
    if let news = two.delta(since: one.version) { try one.merge(delta: news) }
    #expect(one.storage.token.current == nil)
  }

  /// An older version of the app, which holds the new fields unread, decides alike.
  @Test func filledFieldsThatAreHeldDoNotBringBackTheirKeys() throws {
    typealias FirstBook = ReplicatingDictionary<String, FirstRecipe>
    typealias Book = ReplicatingDictionary<String, StepRecipe>
    var mine: Book = [:]
    devices[0].run {
      mine["soup"] = StepRecipe()
      mine["soup"]?.method.append("Boil it.")
    }
    var yours = mine
    devices[0].run { mine["soup"] = nil }
    try devices[1].run { try yours["soup"]?.fillNewFields() }
    var older = try FirstBook(encoded: mine.encoded())
    older.merge(try FirstBook(encoded: yours.encoded()))
    #expect(older["soup"] == nil)
    #expect(try Book(encoded: older.encoded()) == yours.merged(with: mine))
    #expect(try older.version.covers(FirstBook(encoded: yours.encoded()).version))
    #expect(mine.version.covers(yours.version))
  }

  /// Recipes in a dictionary are removed and come back, while devices with either version of an app
  /// edit and fill them.
  @Test func lawsOfTwoVersionsInADictionary() throws {
    typealias FirstBook = ReplicatingDictionary<String, FirstRecipe>
    typealias Book = ReplicatingDictionary<String, StepRecipe>
    let subject: LawSubject<TwoVersions<FirstBook, Book>, SeenByNewer<[String]>> = .ofTwoVersions(
      "a book of recipes whose method is replaced",
      make: { Book() },
      older: [
        { book, random in
          book[random.pick(["a", "b"]), default: FirstRecipe()].method.append("Boil it.\n")
          return "write into a method"
        },
        { book, random in
          book[random.pick(["a", "b"])] = nil
          return "remove a recipe"
        },
      ],
      newer: [
        { book, random in
          try? book[random.pick(["a", "b"])]?.fillNewFields()
          return "fill the new fields"
        },
        { book, random in
          book[random.pick(["a", "b"])]?.steps.append("step")
          return "edit the new fields"
        },
        { book, random in
          book[random.pick(["a", "b"])] = nil
          return "remove a recipe"
        },
      ],
      observe: { book in
        book.keys.flatMap { key in
          book[key].map { [key, $0.method.string] + $0.steps + $0.words.sorted() } ?? []
        }
      })
    print(try LawDriver(subject).run(schedules: 100))
  }

  @Test func otherEditsEachTimeStopTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var counter = ReplicatingCounter()
      var times = 0
      try counter.fill(as: "test") {
        times += 1
        $0.increment(by: times)
      }
    }
  }

  /// Devices with either version of an app fill new fields, edit old and new ones, and merge.
  @Test func lawsOfTwoVersions() throws {
    let subject: LawSubject<TwoVersions<FirstRecipe, StepRecipe>, SeenByNewer<[String]>> =
      .ofTwoVersions(
        "recipes whose method is replaced",
        make: { StepRecipe() },
        older: [
          { recipe, random in
            recipe.method.append(random.pick(["Boil.\n", "Stir it.\n"]))
            return "write into the method"
          }
        ],
        newer: [
          { recipe, _ in
            try? recipe.fillNewFields()
            return "fill the new fields"
          },
          { recipe, random in
            recipe.steps.insert("step", at: random.below(recipe.steps.count + 1))
            recipe.words.remove("it.")
            return "edit the new fields"
          },
        ],
        observe: { [$0.method.string] + $0.steps + $0.words.sorted() })
    print(try LawDriver(subject).run(schedules: 300))
  }
}
