// SPDX-License-Identifier: MIT

import DecentDocuments

/// An item to be bought. People put the items into an order.
struct Item: ReplicatingModel, OrderedDocument {
  var name = ReplicatingRegister(default: "")
  var count = ReplicatingCounter()
  var isBought = ReplicatingRegister(default: false)
  var place = ReplicatingRegister(default: FractionalIndex.unset)
  var newerFields = NewerFields()

  init() {}

  init(_ name: String) {
    self.name.value = name
    count.increment()
  }

  static let kind = "com.example.item"

  static let fields = FieldList(
    ("name", \Item.name), ("count", \.count), ("isBought", \.isBought), ("place", \.place))
}
