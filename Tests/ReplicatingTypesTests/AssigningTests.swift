// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

private struct FormContact: ReplicatingModel {
  var first = ReplicatingRegister(default: "")
  var last = ReplicatingRegister(default: "")
  var phone = ReplicatingRegister(default: "")

  static let kind = "com.example.contact"
  static let fields = FieldList(
    ("first", \FormContact.first), ("last", \.last), ("phone", \.phone))

  static func jon() -> FormContact {
    var contact = FormContact()
    contact.first.value = "Jon"
    contact.last.value = "Smit"
    contact.phone.value = "1"
    return contact
  }

  var shown: [String] { [first.value, last.value, phone.value] }
}

/// A model of containers, without registers.
private struct FullPage: ReplicatingModel {
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  var list = ReplicatingArray<String>()
  var order = ReplicatingOrderedSet<String>()
  var count = ReplicatingCounter()
  var names = ReplicatingDictionary<String, ReplicatingText>()
  var places = ReplicatingOrderedDictionary<String, Int>()
  var seen = ReplicatingAddOnlySet<String>()
  var choice = ReplicatingMultiValueRegister<String>()

  static let kind = "com.example.page"
  static let fields = FieldList(
    ("text", \FullPage.text), ("tags", \.tags), ("list", \.list), ("order", \.order),
    ("count", \.count), ("names", \.names), ("places", \.places), ("seen", \.seen),
    ("choice", \.choice))

  static func full() -> FullPage {
    var page = FullPage()
    page.text.append("Milk")
    page.tags.insert("home")
    page.list.append("x")
    page.order.append("x")
    page.count.increment(by: 3)
    page.names["Ann"] = "old"
    page.names["Bob"] = "stays"
    page.places["x"] = 1
    page.seen.insert("x")
    page.choice.set("x")
    return page
  }

  /// Empty text, tags, list, order, names and places.
  var isCleared: Bool {
    text.isEmpty && tags.isEmpty && list.isEmpty && order.isEmpty && names.isEmpty
      && places.isEmpty
  }
}

/// A model within a model.
private struct TitledPage: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var page = FullPage()

  static let kind = "com.example.sheet"
  static let fields = FieldList(("title", \TitledPage.title), ("page", \.page))
}

/// A model that a constant names.
private struct NamedCard: ReplicatingModel {
  private(set) var id = ""
  var name = ReplicatingRegister(default: "")
  var text = ReplicatingText()

  init() {}

  init(id: String) {
    self.id = id
  }

  static let kind = "com.example.card"
  static let fields = FieldList(
    ("name", \NamedCard.name), ("text", \.text), constants: ("id", \.id))
}

/// A type that only merges.
private struct MergedMemo: Replicable, Equatable {
  var text = ReplicatingText()

  func merged(with other: MergedMemo) -> MergedMemo {
    MergedMemo(text: text.merged(with: other.text))
  }
}

/// A value that is assigned does what it says: it drops no edit that it has not seen, and what was
/// assigned is shown.
@Suite struct AssigningTests {
  // MARK: Copies

  @Test(arguments: [false, true])
  func aFormSavedAfterASyncKeepsTheOtherFields(phoneTouchesAll: Bool) throws {
    var mac: ReplicatingDictionary<String, FormContact> = ["c": .jon()]
    var ordered: ReplicatingOrderedDictionary<String, FormContact> = ["c": .jon()]
    var (phone, orderedPhone) = (mac, ordered)
    var form = try #require(mac["c"])
    var orderedForm = try #require(ordered["c"])
    phone["c"]?.last.value = "Smith"
    orderedPhone["c"]?.last.value = "Smith"
    if phoneTouchesAll {
      phone["c"]?.phone.value = "2"
      orderedPhone["c"]?.phone.value = "2"
    }
    mac.merge(phone)
    ordered.merge(orderedPhone)
    form.first.value = "John"
    orderedForm.first.value = "John"
    mac["c"] = form
    ordered["c"] = orderedForm
    let expected = ["John", "Smith", phoneTouchesAll ? "2" : "1"]
    #expect(mac["c"]?.shown == expected)
    #expect(ordered["c"]?.shown == expected)
    #expect(phone.merged(with: mac) == mac && mac.merged(with: phone) == mac)
    #expect(orderedPhone.merged(with: ordered) == ordered)
  }

  @Test func anOlderCopyWrittenBackChangesNothing() throws {
    var book: ReplicatingDictionary<String, FullPage> = ["a": .full()]
    let shown = try #require(book["a"])
    book["a"]?.text.append(", bread")
    book["a"]?.tags.remove("home")
    let before = book
    book["a"] = shown
    #expect(book == before)
    book.updateValue(shown, forKey: "a")
    #expect(book == before)
    var texts: ReplicatingDictionary<String, ReplicatingText> = ["a": "one"]
    let text = try #require(texts["a"])
    texts["a"]?.append(" two")
    texts["a"] = text
    #expect(texts["a"]?.string == "one two")
  }

  /// Nothing in a part tells that both stem from one copy, if it was empty in that.
  @Test func firstEditsOnBothSidesMerge() throws {
    var book: ReplicatingDictionary<String, FullPage> = ["a": FullPage()]
    book["a"]?.seen.insert("x")
    var draft = try #require(book["a"])
    book["a"]?.tags.insert("home")
    book["a"]?.text.append("Milk")
    draft.tags.insert("work")
    draft.text.append("Bread")
    book["a"] = draft
    #expect(book["a"]?.tags.values == ["home", "work"])
    #expect(book["a"]?.text.string.contains("Milk") == true)
    #expect(book["a"]?.text.string.contains("Bread") == true)
  }

  @Test func aCopyFromBeforeAPartWasFirstEditedClearsNothing() throws {
    var book: ReplicatingDictionary<String, FullPage> = ["a": FullPage()]
    let empty = try #require(book["a"])
    book["a"]?.seen.insert("x")
    var draft = try #require(book["a"])
    book["a"]?.tags.insert("home")
    draft.text.append("Milk")
    book["a"] = draft
    #expect(book["a"]?.tags.values == ["home"])
    #expect(book["a"]?.text.string == "Milk")
    book["a"] = empty
    #expect(book["a"]?.text.string == "Milk")
    var texts: ReplicatingDictionary<String, ReplicatingText> = ["a": ""]
    let text = try #require(texts["a"])
    texts["a"]?.append("one")
    texts["a"] = text
    #expect(texts["a"]?.string == "one")
  }

  /// Two values were made for one key, and merged.
  @Test func anOlderCopyOfAnotherReplicaChangesNothing() throws {
    var mac: ReplicatingDictionary<String, ReplicatingText> = ["a": "one"]
    let phone: ReplicatingDictionary<String, ReplicatingText> = ["a": "two"]
    let copy = try #require(phone["a"])
    mac.merge(phone)
    mac["a"]?.append("!")
    let before = mac
    mac["a"] = copy
    #expect(mac == before)
  }

  @Test func aDraftThatWasReadFromBytesMerges() throws {
    var book: ReplicatingDictionary<String, FullPage> = ["a": FullPage()]
    book["a"]?.seen.insert("x")
    let saved = try #require(book["a"]).encoded()
    book["a"]?.tags.insert("home")
    var draft = try FullPage(encoded: saved)
    draft.tags.insert("work")
    book["a"] = draft
    #expect(book["a"]?.tags.values == ["home", "work"])
    let empty = try FullPage(encoded: saved)
    book["a"]?.order.append("x")
    book["a"]?.tags = empty.tags
    book["a"]?.order = empty.order
    #expect(book["a"]?.tags.values == ["home", "work"])
    #expect(book["a"]?.order.values == ["x"])
  }

  @Test func aDraftOfATypeThatOnlyMergesMerges() throws {
    var mac: ReplicatingDictionary<String, MergedMemo> = ["a": MergedMemo(text: "milk")]
    var phone = mac
    var draft = try #require(mac["a"])
    let shown = draft
    phone["a"]?.text.append(", bread")
    mac.merge(phone)
    let before = mac
    mac["a"] = shown
    #expect(mac == before)
    draft.text.characters.insert("oat ", at: 0)
    mac["a"] = draft
    #expect(mac["a"]?.text.string == "oat milk, bread")
  }

  // MARK: Fresh values

  @Test func aFreshPartShowsWhatWasAssigned() {
    var book: ReplicatingDictionary<String, FullPage> = ["a": .full()]
    let old = book
    book["a"]?.text = "Bread"
    book["a"]?.tags = ["work"]
    book["a"]?.list = ["y"]
    book["a"]?.order = ["y", "z"]
    book["a"]?.count = ReplicatingCounter(5)
    book["a"]?.names = ["Ann": "new"]
    book["a"]?.places = ["z": 3, "y": 2]
    func check(_ page: FullPage?) {
      #expect(page?.text.string == "Bread")
      #expect(page?.tags.values == ["work"])
      #expect(page?.list.values == ["y"])
      #expect(page?.order.values == ["y", "z"])
      #expect(page?.count.value == 5)
      #expect(page?.names.dictionary.mapValues(\.string) == ["Ann": "new"])
      #expect(page?.places.keys == ["z", "y"])
      #expect(page?.places.values == [3, 2])
      #expect(page?.seen.values == ["x"])
    }
    check(book["a"])
    check(old.merged(with: book)["a"])
    #expect(old.merged(with: book) == book)
  }

  @Test func aFreshPartDropsNoEditElsewhere() {
    var mac: ReplicatingDictionary<String, FullPage> = ["a": .full()]
    var phone = mac
    phone["a"]?.tags.insert("garden")
    phone["a"]?.text.append(" and eggs")
    mac["a"]?.tags = ["work"]
    mac["a"]?.text = "Oat milk"
    mac.merge(phone)
    #expect(mac["a"]?.tags.values == ["work", "garden"])
    #expect(mac["a"]?.text.string == "Oat milk and eggs")
  }

  @Test func anEmptyPartClears() {
    var book: ReplicatingDictionary<String, TitledPage> = ["a": TitledPage(page: .full())]
    book["a"]?.title.value = "title"
    var unset = book
    book["a"]?.page.text = ""
    book["a"]?.page.tags = []
    book["a"]?.page.list = []
    book["a"]?.page.order = []
    book["a"]?.page.names = [:]
    book["a"]?.page.places = [:]
    #expect(book["a"]?.page.isCleared == true)
    unset["a"]?.page.text = ReplicatingText()
    #expect(unset["a"]?.page.text.isEmpty == true)
    #expect(unset["a"]?.page.tags.values == ["home"])
    var texts: ReplicatingDictionary<String, ReplicatingText> = ["a": "one"]
    texts["a"] = ""
    #expect(texts["a"]?.string == "")
  }

  @Test func anEmptyNewModelClears() {
    var book: ReplicatingDictionary<String, TitledPage> = ["a": TitledPage(page: .full())]
    book["a"]?.title.value = "title"
    var ordered: ReplicatingOrderedDictionary<String, TitledPage> = [:]
    ordered["a"] = book["a"]
    let (old, oldOrdered) = (book, ordered)
    book["a"] = TitledPage()
    ordered["a"] = TitledPage()
    for sheet in [book["a"], ordered["a"], old.merged(with: book)["a"]] {
      #expect(sheet?.title.value == "")
      #expect(sheet?.page.isCleared == true)
      #expect(sheet?.page.count.value == 0)
      #expect(sheet?.page.seen.values == ["x"])
      #expect(sheet?.page.choice.values == ["x"])
    }
    #expect(old.merged(with: book) == book)
    #expect(oldOrdered.merged(with: ordered) == ordered)
    book["a"]?.page.text = "Milk"
    let empty = TitledPage()
    book["a"]?.page = empty.page
    #expect(book["a"]?.page.isCleared == true)
  }

  @Test func anEmptyNewModelOfRegistersShowsItsDefaults() throws {
    let empty = FormContact()
    var book: ReplicatingDictionary<String, FormContact> = ["c": .jon()]
    let old = book
    book["c"] = FormContact()
    #expect(book["c"]?.shown == ["", "", ""])
    #expect(old.merged(with: book)["c"]?.shown == ["", "", ""])
    book = old
    book["c"] = empty
    #expect(book["c"]?.shown == ["", "", ""])
    var opened = try ReplicatingDictionary<String, FormContact>(encoded: old.encoded())
    opened["c"] = FormContact()
    #expect(opened["c"]?.shown == ["", "", ""])
  }

  @Test func anEmptyRegisterAssignedInPlaceShowsItsDefault() {
    var book: ReplicatingDictionary<String, FormContact> = ["c": .jon()]
    book["c"]?.last = ReplicatingRegister(default: "")
    book["c"]?.phone = ReplicatingRegister(default: "none")
    #expect(book["c"]?.shown == ["Jon", "", "none"])
    book["c"]?.last = ReplicatingRegister("Smith")
    #expect(book["c"]?.shown == ["Jon", "Smith", "none"])
  }

  /// Constants say which model this is. They are no contents.
  @Test func aNewModelWithAConstantAloneClears() {
    var cards: ReplicatingDictionary<String, NamedCard> = ["a": NamedCard(id: "1")]
    cards["a"]?.name.value = "Ann"
    cards["a"]?.text.append("tall")
    cards["a"] = NamedCard(id: "1")
    #expect(cards["a"]?.id == "1")
    #expect(cards["a"]?.name.value == "")
    #expect(cards["a"]?.text.isEmpty == true)
  }

  /// The copy is of an empty value. It was read from bytes or not; the place was edited in place, or a
  /// filled value was assigned.
  @Test(arguments: [false, true], [false, true])
  func anEmptyCopyClearsNothing(isRead: Bool, isAssigned: Bool) throws {
    func check<Model: ReplicatingModel>(_ filled: Model, _ edit: (inout Model) -> Void) throws {
      var book: ReplicatingDictionary<String, Model> = [:]
      book["a"] = Model()
      var copy = try #require(book["a"])
      if isRead { copy = try Model(encoded: copy.encoded()) }
      if isAssigned { book["a"] = filled } else { book["a", default: Model()] = filled }
      let before = book
      book["a"] = copy
      #expect(book == before)
      book = try ReplicatingDictionary(encoded: book.encoded())
      if Model.self == FullPage.self {
        book["a"] = copy
        #expect(book == before)
      }
      edit(&copy)
      book = before
      book["a"] = copy
      #expect(book["a"]?.contains(try #require(before["a"]).version) == true)
    }
    try check(FormContact.jon()) { $0.first.value = "John" }
    try check(FullPage.full()) { $0.tags.insert("work") }
  }

  /// The key was removed and set again meanwhile.
  @Test func aDraftOfARemovedValueMerges() throws {
    var book: ReplicatingDictionary<String, FullPage> = [:]
    book["a"] = FullPage(text: "Milk")
    var draft = try #require(book["a"])
    draft.text.append(", bread")
    for number in 1...3 {
      book["a"] = nil
      book["a"] = FullPage(text: "Eggs", tags: ["\(number)"])
    }
    var texts: ReplicatingOrderedDictionary<String, ReplicatingText> = ["a": "Milk"]
    let text = try #require(texts["a"])
    texts["a"] = nil
    texts["a"] = "Eggs"
    book["a"] = draft
    texts["a"] = text
    #expect(book["a"]?.text.string.contains("Milk, bread") == true)
    #expect(book["a"]?.text.string.contains("Eggs") == true)
    #expect(book["a"]?.tags.values == ["3"])
    #expect(texts["a"]?.string.contains("Milk") == true)
    #expect(texts["a"]?.string.contains("Eggs") == true)
  }

  /// The place was empty when the draft was taken, and another value was assigned meanwhile.
  @Test func aDraftOfAnEmptyValueMergesWithOneAssignedMeanwhile() throws {
    var book: ReplicatingDictionary<String, FullPage> = [:]
    book["a"] = FullPage()
    book["b"] = FullPage(list: ["x"])
    var drafts = (try #require(book["a"]), try #require(book["b"]))
    drafts.0.tags.insert("mine")
    drafts.1.tags.insert("mine")
    book["a"] = FullPage(tags: ["yours"])
    book["b"]?.tags = ["yours"]
    book["a"] = drafts.0
    book["b"] = drafts.1
    #expect(book["a"]?.tags.values == ["mine", "yours"])
    #expect(book["b"]?.tags.values == ["mine", "yours"])
  }

  /// It may be older than what it replaces, and may have been stored before.
  @Test func aValueOfAnotherPlaceIsShown() throws {
    let template = FullPage(text: "Template")
    var book: ReplicatingDictionary<String, FullPage> = [:]
    book["a"] = FullPage(text: "Milk")
    book["b"] = FullPage(text: "Eggs")
    book["b"] = book["a"]
    #expect(book["b"]?.text.string == "Milk")
    book["a"] = template
    #expect(book["a"]?.text.string == "Template")
    book = try ReplicatingDictionary(encoded: book.encoded())
    book["b"]?.text.append("!")
    let older = FullPage(text: "Older")
    book = try ReplicatingDictionary(encoded: book.encoded())
    book["b"] = older
    #expect(book["b"]?.text.string == "Older")
  }

  /// As a function does that takes the value `inout`.
  @Test func severalPartsOfOneAccessAreAssigned() {
    func change(_ sheet: inout TitledPage) {
      sheet.title.value = "new"
      sheet.page.text = "Bread"
      sheet.page.tags = []
    }
    var book: ReplicatingOrderedDictionary<String, TitledPage> = ["a": TitledPage(page: .full())]
    book["a"]?.title.value = "old"
    change(&book["a", default: TitledPage()])
    #expect(book["a"]?.title.value == "new")
    #expect(book["a"]?.page.text.string == "Bread")
    #expect(book["a"]?.page.tags.isEmpty == true)
    #expect(book["a"]?.page.list.values == ["x"])
  }

  @Test func aFreshValueKeepsWhatItDoesNotSet() {
    var book: NoteBook = ["a": BookNote()]
    book["a"]?.title.value = "old"
    book["a"]?.text.append("old")
    book["a"]?.tags.insert("old")
    let old = book
    var fresh = BookNote()
    fresh.title.value = "new"
    fresh.tags.insert("new")
    book["a"] = fresh
    for note in [book["a"], old.merged(with: book)["a"]] {
      #expect(note?.title.value == "new")
      #expect(note?.tags.values == ["new"])
      #expect(note?.text.string == "old")
    }
    var other = old
    other["a"]?.text.append("er")
    #expect(other.merged(with: book)["a"]?.text.string == "older")
  }

  @Test func removingAndSettingStartsOver() throws {
    var book: NoteBook = ["a": BookNote()]
    book["a"]?.text.append("old")
    var other = book
    other["a"]?.text.append("er")
    var fresh = BookNote()
    fresh.tags.insert("new")
    book["a"] = nil
    book["a"] = fresh
    #expect(book["a"] == fresh)
    #expect(other.merged(with: book)["a"] == fresh)
  }

  @Test func assignmentsWithinADictionaryOfDictionariesAreEditsToo() throws {
    typealias Shelf = ReplicatingDictionary<String, ReplicatingText>
    typealias Shelves = ReplicatingDictionary<String, Shelf>
    var shelves: Shelves = ["a": ["x": "Milk", "y": "stays"]]
    let copy = try #require(shelves["a"]?["x"])
    shelves["a"]?["x"]?.append("!")
    let before = shelves
    shelves["a"]?["x"] = copy
    #expect(shelves == before)
    shelves["a"]?["x"] = "Bread"
    #expect(shelves["a"]?["x"]?.string == "Bread")
    shelves["a"] = ["x": "Eggs"]
    #expect(shelves["a"]?.dictionary.mapValues(\.string) == ["x": "Eggs"])
  }

  /// Edits in place go on in one session, whatever was assigned before.
  @Test func assigningTheSameAgainIsNoEdit() {
    var book: ReplicatingDictionary<String, FullPage> = ["a": .full()]
    book["a"]?.text = "Milk"
    book["a"]?.tags = ["home"]
    book["a"]?.places = ["x": 1]
    let version = book["a"]?.version
    book["a"]?.text = "Milk"
    book["a"]?.tags = ["home"]
    book["a"]?.places = ["x": 1]
    #expect(book["a"]?.version == version)
  }
}
