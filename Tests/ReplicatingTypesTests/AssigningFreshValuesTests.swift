// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

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

private struct Meeting: ReplicatingModel {
  var day = ReplicatingMultiValueRegister<String>()

  static let kind = "com.example.meeting"

  static let fields = FieldList(("day", \Meeting.day))
}

/// A value that was made anew is shown where it is assigned.
@Suite struct AssigningFreshValuesTests {
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

  /// A dictionary's value and a model's field.
  @Test func aFreshRegisterOfSeveralValuesShowsItsValue() throws {
    typealias Register = ReplicatingMultiValueRegister<String>
    var days: ReplicatingDictionary<String, Register> = ["a": Register("Monday")]
    var phone = days
    phone["a"]?.set("Friday")
    days["a"] = Register("Tuesday")
    #expect(days["a"]?.values == ["Tuesday"])
    #expect(try Set(#require(days.merged(with: phone)["a"]).values) == ["Tuesday", "Friday"])
    let version = days["a"]?.version
    days["a"] = Register("Tuesday")
    #expect(days["a"]?.version == version)
    var meetings: ReplicatingDictionary<String, Meeting> = ["a": Meeting(day: Register("Monday"))]
    let old = meetings
    meetings["a"]?.day = Register("Tuesday")
    #expect(meetings["a"]?.day.values == ["Tuesday"])
    meetings["a"]?.day = Register()
    #expect(meetings["a"]?.day.values == [])
    #expect(meetings.merged(with: old) == meetings)
    let copy = old["a"]
    meetings["a"] = copy
    #expect(meetings["a"]?.day.values == [])
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
      #expect(sheet?.page.choice.values == [])
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
