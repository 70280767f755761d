// SPDX-License-Identifier: MIT

import DecentDocuments

/// An item to be bought.
struct Item: ReplicatingFields {
  var name = ReplicatingRegister(default: "")
  var count = ReplicatingCounter()
  var isBought = ReplicatingRegister(default: false)

  init() {}

  init(_ name: String) {
    self.name.value = name
    count.increment()
  }

  static let frameKind = FrameKind(code: 1000, name: "an item")

  var fields: Fields<ReplicatingRegister<String>, ReplicatingCounter, ReplicatingRegister<Bool>>
  {
    get { Fields(name, count, isBought) }
    set { (name, count, isBought) = newValue.values }
  }
}
