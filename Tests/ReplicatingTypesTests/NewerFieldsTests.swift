// SPDX-License-Identifier: MIT

import BinaryCoding
import CAllocations
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// A meal in the app's first version.
private struct FirstMeal: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var newerFields = NewerFields()

  static let kind = "com.example.meal"
  static let fields = FieldList(("title", \FirstMeal.title), ("text", \.text))
}

/// A step of a meal, as the app's second version has it.
private struct Course: ReplicatingModel {
  var text = ReplicatingText()
  var minutes = ReplicatingRegister(default: 0)
  private(set) var author = ""
  var newerFields = NewerFields()

  init() {}

  init(author: String) {
    self.author = author
  }

  static let kind = "com.example.course"
  static let fields = FieldList(
    ("text", \Course.text), ("minutes", \.minutes), constants: ("author", \.author))
}

/// A meal with a field of each type that can be held.
private struct Meal: ReplicatingModel {
  struct Amount: Hashable, Codable {
    var grams: Double
    var of: String
  }

  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var cuisine = ReplicatingRegister(default: "none")
  var notes = ReplicatingText()
  var guesses = ReplicatingMultiValueRegister<String>()
  var cooked = ReplicatingCounter()
  var tags = ReplicatingSet<String>()
  var cooks = ReplicatingAddOnlySet<String>()
  var photos = ReplicatingOrderedSet<Int>()
  var parts = ReplicatingArray<Amount>()
  var prices = ReplicatingDictionary<String, Double>()
  var ratings = ReplicatingDictionary<String, ReplicatingRegister<Int>>()
  var pages = ReplicatingDictionary<String, ReplicatingDictionary<Int, ReplicatingText>>()
  var order = ReplicatingOrderedDictionary<String, Int>()
  var courses = ReplicatingOrderedDictionary<String, Course>()
  var first = Course()
  private(set) var id = 0

  init() {}

  init(id: Int) {
    self.id = id
  }

  static let kind = FirstMeal.kind
  static let fields = FieldList(
    ("title", \Meal.title), ("text", \.text), ("cuisine", \.cuisine), ("notes", \.notes),
    ("guesses", \.guesses), ("cooked", \.cooked), ("tags", \.tags), ("cooks", \.cooks),
    ("photos", \.photos), ("parts", \.parts), ("prices", \.prices), ("ratings", \.ratings),
    ("pages", \.pages), ("order", \.order), ("courses", \.courses), ("first", \.first),
    constants: ("id", \.id))
}

private typealias FirstEdit = LawSubject<FirstMeal, [String]>.RandomEdit
private typealias MealEdit = LawSubject<Meal, [String]>.RandomEdit

extension Meal {
  fileprivate var shown: [String] {
    var shown = [title.value, text.string, cuisine.value, notes.string, "\(id)", first.author]
    shown += guesses.values + ["\(cooked.value)"] + tags.sorted() + cooks.sorted()
    shown += photos.map { "\($0)" } + parts.map { "\($0.grams) \($0.of)" } + [first.text.string]
    for (key, price) in prices.sorted(by: { $0.key < $1.key }) { shown.append("\(key) \(price)") }
    for (key, rating) in ratings.sorted(by: { $0.key < $1.key }) {
      shown.append("\(key) \(rating.value)")
    }
    for (key, page) in pages.sorted(by: { $0.key < $1.key }) {
      shown.append(key)
      for (key, text) in page.sorted(by: { $0.key < $1.key }) { shown.append("\(key) \(text)") }
    }
    for (key, number) in order { shown.append("\(key) \(number)") }
    for (key, course) in courses {
      shown.append("\(key) \(course.text) \(course.minutes.value) \(course.author)")
    }
    return shown
  }
}

@Suite struct NewerFieldsTests {
  private static var older: [FirstEdit] {
    [
      { meal, random in
        meal.title.value = random.pick(["one", "two", "three"])
        return Edit("title \(meal.title.value)")
      },
      { meal, random in
        let place = random.below(meal.text.unicodeScalars.count + 1)
        meal.text.unicodeScalars.insert("abc", at: place)
        return Edit("type abc at \(place)")
      },
      { meal, _ in
        meal.dropDeleted()
        return "drop what was deleted"
      },
    ]
  }

  private static var newer: [MealEdit] {
    [
      { meal, random in
        meal.title.value = random.pick(["one", "two", "three"])
        return "title"
      },
      { meal, random in
        let place = random.below(meal.notes.unicodeScalars.count + 1)
        meal.notes.unicodeScalars.insert("abc", at: place)
        return "notes"
      },
      { meal, random in
        guard !meal.notes.isEmpty else { return "nothing" }
        let place = random.below(meal.notes.unicodeScalars.count)
        meal.notes.unicodeScalars.removeSubrange(place..<(place + 1))
        return "delete from notes"
      },
      { meal, _ in
        meal.dropDeleted()
        return "drop what was deleted"
      },
      { meal, random in
        meal.cuisine.value = random.pick(["Thai", "Swiss"])
        return "cuisine"
      },
      { meal, random in
        meal.guesses.set(random.pick(["a", "b"]))
        return "guess"
      },
      { meal, random in
        meal.cooked.increment(by: random.below(3))
        return "cooked"
      },
      { meal, random in
        let tag = random.pick(["x", "y", "\u{e9}", "e\u{301}"])
        if meal.tags.remove(tag) == nil { meal.tags.insert(tag) }
        return "tag"
      },
      { meal, random in
        meal.cooks.insert(random.pick(["Ann", "Bob", "\u{e9}", "e\u{301}"]))
        return "cook"
      },
      { meal, random in
        let photo = random.below(4)
        if meal.photos.contains(photo) {
          meal.photos.remove(photo)
        } else {
          meal.photos.insert(photo, at: 0)
        }
        return "photo"
      },
      { meal, random in
        meal.parts.insert(
          Meal.Amount(grams: Double(random.below(3)) / 2, of: "rice"),
          at: random.below(meal.parts.count + 1))
        return "part"
      },
      { meal, random in
        let key = random.pick(["x", "\u{e9}", "e\u{301}"])
        meal.prices[key] = random.below(3) == 0 ? nil : Double(random.below(3))
        return "price"
      },
      { meal, random in
        let cook = random.pick(["Ann", "Bob"])
        meal.ratings[cook, default: ReplicatingRegister(default: 0)].value = random.below(5)
        return "rating"
      },
      { meal, random in
        meal.pages[random.pick(["a", "b"]), default: [:]][random.below(2), default: ""].append("p")
        return "page"
      },
      { meal, random in
        let key = random.pick(["a", "b", "c"])
        if random.below(3) == 0, meal.order[key] != nil {
          meal.order.move(key, to: 0)
        } else {
          meal.order[key] = random.below(3) == 0 ? nil : random.below(9)
        }
        return "order"
      },
      { meal, random in
        let key = random.pick(["a", "b"])
        if random.below(4) == 0 {
          meal.courses[key] = nil
        } else {
          meal.courses[key, default: Course(author: key)].text.append("s")
          meal.courses[key]?.minutes.value = random.below(9)
        }
        return "step"
      },
      { meal, _ in
        meal.first.text.append("f")
        return "first step"
      },
    ]
  }

  private func subject() -> LawSubject<TwoVersions<FirstMeal, Meal>, SeenByNewer<[String]>> {
    .ofTwoVersions(
      "meals in two versions", make: { Meal(id: 7) }, older: Self.older, newer: Self.newer,
      observe: \.shown)
  }

  // MARK: Laws

  @Test func lawsOfTwoVersions() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 300))
  }

  /// The elements of a dictionary that both versions know.
  @Test func lawsOfTwoVersionsInADictionary() throws {
    typealias FirstBook = ReplicatingOrderedDictionary<String, FirstMeal>
    typealias Book = ReplicatingOrderedDictionary<String, Meal>
    let older: [LawSubject<FirstBook, [String]>.RandomEdit] =
      Self.older.map { edit in
        { book, random in
          let key = random.pick(["a", "b"])
          var meal = book[key] ?? FirstMeal()
          defer { book[key] = meal }
          return edit(&meal, &random)
        }
      } + [
        { book, random in
          book[random.pick(["a", "b"])] = nil
          return "remove"
        }
      ]
    let newer: [LawSubject<Book, [String]>.RandomEdit] = Self.newer.map { edit in
      { book, random in
        let key = random.pick(["a", "b"])
        var meal = book[key] ?? Meal()
        defer { book[key] = meal }
        return edit(&meal, &random)
      }
    }
    let subject: LawSubject<TwoVersions<FirstBook, Book>, SeenByNewer<[String]>> = .ofTwoVersions(
      "a book of meals in two versions", make: { Book() }, older: older, newer: newer,
      observe: { $0.flatMap { [$0.key] + $0.value.shown } })
    print(try LawDriver(subject, seed: 1).run(schedules: 100))
  }

  // MARK: Keeping and passing on

  private func meal() -> Meal {
    var random = SeededGenerator(seed: 1)
    var meal = Meal(id: 7)
    for _ in 0..<5 { for edit in Self.newer { _ = edit(&meal, &random) } }
    return meal
  }

  @Test func anOlderVersionWritesWhatItDoesNotKnow() throws {
    let meal = meal()
    let held = try FirstMeal(encoded: meal.encoded())
    #expect(
      held.newerFields.keys
        == Meal.fields.all.map(\.key).filter { !["text", "title"].contains($0) })
    #expect("\(held.newerFields)" == "[\(held.newerFields.keys.joined(separator: ", "))]")
    #expect(try held.encoded() == meal.encoded())
    #expect(try held.version.encoded() == meal.version.encoded())
    #expect(try held.reach.encoded() == meal.reach.encoded())
    let (delta, heldDelta) = (
      meal.delta(since: Meal().version), held.delta(since: FirstMeal().version)
    )
    #expect(try heldDelta?.encoded() == delta?.encoded())
    #expect(try FirstMeal.Version(encoded: meal.version.encoded()) == held.version)
  }

  /// From one device with the newer version to another, by way of devices with the older one alone.
  @Test func editsTravelThroughOlderVersions() throws {
    var (one, other) = (meal(), Meal())
    let copy = one
    one.notes.append("from one device")
    one.courses["soup", default: Course(author: "Ann")].minutes.value = 9
    var (phone, tablet) = (FirstMeal(), FirstMeal())
    phone.title.value = "Lunch"
    let delta = try #require(one.delta(since: Meal.Version(encoded: phone.version.encoded())))
    try phone.merge(delta: FirstMeal.Delta(encoded: delta.encoded()))
    tablet.merge(phone)
    #expect(phone.delta(since: tablet.version) == nil)
    let news = try #require(tablet.delta(since: FirstMeal.Version(encoded: copy.version.encoded())))
    #expect(try news.encoded().count < delta.encoded().count)
    other.merge(copy)
    try other.merge(delta: Meal.Delta(encoded: news.encoded()))
    one.merge(try Meal(encoded: tablet.encoded()))
    #expect(other == one)
    #expect(other.notes.string.hasSuffix("from one device") && other.title.value == "Lunch")
  }

  @Test func aDeltaThatComesTooEarlyChangesNothing() throws {
    var meal = meal()
    let version = meal.version
    meal.notes.append("!")
    meal.title.value = "Lunch"
    let delta = try #require(meal.delta(since: version))
    var older = FirstMeal()
    let read = try FirstMeal.Delta(encoded: delta.encoded())
    #expect(throws: MissingHistory.self) { try older.merge(delta: read) }
    #expect(older == FirstMeal() && older.newerFields.keys.isEmpty)
  }

  @Test func contradictionsOfFieldsThatAnOlderVersionLacksAreFound() throws {
    var meal = meal()
    meal.notes.append("a")
    let token = try meal.encoded()
    #expect(!(try FirstMeal(encoded: token)).contradicts(try FirstMeal(encoded: token)))
    #expect(try FirstMeal(encoded: token).sharesHistory(with: FirstMeal(encoded: meal.encoded())))
  }

  /// Merging a letter takes the memory that it takes where the field is known.
  @Test func mergingALetterCopiesNoHeldText() throws {
    try #require(allocations_are_counted() != 0)
    var meal = Meal()
    for _ in 0..<1_000 { meal.notes.unicodeScalars.insert("word ", at: 0) }
    let newer = try bytesOfMerging(as: Meal.self, into: meal)
    let older = try bytesOfMerging(as: FirstMeal.self, into: meal)
    #expect(older < newer + 2_000, "\(older) bytes, and \(newer) in the newer version")
  }

  private func bytesOfMerging<Value: ReplicatingModel>(
    as type: Value.Type, into meal: Meal
  ) throws -> Int64 {
    var sender = meal
    var receiver = try Value(encoded: meal.encoded())
    for isCounted in [false, true] {
      let version = sender.version
      sender.notes.append("!")
      let delta = try #require(sender.delta(since: version)).encoded()
      let read = try Value.Delta(encoded: delta)
      if isCounted { allocations_begin() }
      try receiver.merge(delta: read)
    }
    return allocations_end()
  }

  // MARK: Refusals

  @Test func oneKeyWithTwoTypesIsKeptForBoth() throws {
    var (text, number) = (TextGame(), NumberGame())
    text.extra.append("text")
    number.extra.value = 3
    let held = try FirstGame(encoded: text.encoded())
      .merged(with: FirstGame(encoded: number.encoded()))
    #expect(held.newerFields.keys == ["extra", "extra"])
    #expect(try FirstGame(encoded: held.encoded()) == held)
    #expect(
      throws: DecodingFailure.foreignField(
        key: "extra", model: "com.example.game", expected: "ReplicatingText", found: "a register")
    ) { try TextGame(encoded: held.encoded()) }
  }

  @Test func aModelThatCannotSetThePropertyIsNamed() {
    #expect(
      Constant().listingFault == """
        Constant cannot set newerFields: declare it as var newerFields = NewerFields(), as visible as \
        the model
        """)
    #expect(FirstGame().listingFault == nil)
  }

  @Test func shapesNestedTooDeepAreRefused() {
    var writer = ByteWriter()
    writer.writeCount(1)
    writer.writeString("deep")
    for _ in 0..<20 { writer.writeVarint(FieldShape.dictionaryCode) }
    writer.writeVarint(1)
    writer.writePrefixed([])
    #expect(throws: DecodingFailure.self) {
      try FirstGame(encoded: Frame.seal(writer, as: FirstGame.frameKind))
    }
  }

  /// A type of the app's own: how it merges is not known.
  @Test func aFieldThatCannotBeHeldIsRefusedByItsKey() throws {
    var game = Game()
    game.best.points = 3
    let failure = DecodingFailure.newerField(key: "best", model: "com.example.game")
    #expect(throws: failure) { try FirstGame(encoded: game.encoded()) }
    #expect(throws: failure) { try FirstGame.Version(encoded: game.version.encoded()) }
    var writer = ByteWriter()
    writer.writeCount(1)
    writer.writeString("own")
    writer.writeVarint(5000)
    writer.writePrefixed([0])
    #expect(throws: DecodingFailure.newerField(key: "own", model: "com.example.game")) {
      try FirstGame(encoded: Frame.seal(writer, as: FirstGame.frameKind))
    }
  }
}

private struct FirstGame: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var newerFields = NewerFields()

  static let kind = "com.example.game"
  static let fields = FieldList(("title", \FirstGame.title))
}

private struct Game: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var best = Best()

  static let kind = FirstGame.kind
  static let fields = FieldList(("title", \Game.title), ("best", \.best))
}

private struct TextGame: ReplicatingModel {
  var extra = ReplicatingText()

  static let kind = FirstGame.kind
  static let fields = FieldList(("extra", \TextGame.extra))
}

private struct NumberGame: ReplicatingModel {
  var extra = ReplicatingRegister(default: 0)

  static let kind = FirstGame.kind
  static let fields = FieldList(("extra", \NumberGame.extra))
}

private struct Constant: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  let newerFields = NewerFields()

  static let kind = "com.example.constant"
  static let fields = FieldList(("title", \Constant.title))
}
