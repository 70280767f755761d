// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

/// A model of registers.
struct FormContact: ReplicatingModel {
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
struct FullPage: ReplicatingModel {
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
struct TitledPage: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var page = FullPage()

  static let kind = "com.example.sheet"
  static let fields = FieldList(("title", \TitledPage.title), ("page", \.page))
}
