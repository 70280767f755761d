// SPDX-License-Identifier: MIT

import DecentDocuments

/// An item to be bought.
struct Item: ReplicatingModel {
  var name = ReplicatingRegister(default: "")
  var count = ReplicatingCounter()
  var isBought = ReplicatingRegister(default: false)
  var newerFields = NewerFields()

  init() {}

  init(_ name: String) {
    self.name.value = name
    count.increment()
  }

  static let kind = "com.example.item"

  static let fields = FieldList(("name", \Item.name), ("count", \.count), ("isBought", \.isBought))
}
