// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

/// A type that only merges.
private struct MergedMemo: Replicable, Equatable {
  var text = ReplicatingText()

  func merged(with other: MergedMemo) -> MergedMemo {
    MergedMemo(text: text.merged(with: other.text))
  }
}

/// A copy that is assigned drops no edit that it has not seen.
@Suite struct AssigningCopiesTests {
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

  /// Another replica removed the key and set it again, and its dictionary was merged meanwhile.
  @Test func aDraftOfAValueThatAnotherReplicaReplacedMerges() throws {
    var mac: ReplicatingDictionary<String, ReplicatingText> = ["a": "Milk"]
    var ordered: ReplicatingOrderedDictionary<String, ReplicatingText> = ["a": "Milk"]
    var (phone, orderedPhone) = (mac, ordered)
    let drafts = (try #require(mac["a"]), try #require(ordered["a"]))
    phone["a"] = nil
    phone["a"] = "Eggs"
    orderedPhone["a"] = nil
    orderedPhone["a"] = "Eggs"
    mac.merge(phone)
    ordered.merge(orderedPhone)
    mac["a"] = drafts.0
    ordered["a"] = drafts.1
    for text in [mac["a"], ordered["a"]] {
      #expect(text?.string.contains("Milk") == true)
      #expect(text?.string.contains("Eggs") == true)
    }
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
}
