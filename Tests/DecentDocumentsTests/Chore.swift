// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs

/// A model whose documents are in an order.
struct Chore: ReplicatingModel, OrderedDocument {
  var name = ReplicatingRegister(default: "")
  var place = ReplicatingRegister(default: FractionalIndex.unset)

  init() {}

  init(_ name: String) {
    self.name.value = name
  }

  static let kind = "com.example.chore"

  static let fields = FieldList(("name", \Chore.name), ("place", \.place))
}

extension DocumentCollection<Chore> {
  /// The names in order.
  func names() throws -> [String] { try ids().compactMap { try document(of: $0)?.name.value } }

  /// Adds documents of some names.
  func add(_ names: String...) throws -> [UUID] { try names.map { try add(Chore($0)) } }
}

/// The version of the app before its documents were in an order.
struct PlainChore: ReplicatingModel {
  var name = ReplicatingRegister(default: "")
  var newerFields = NewerFields()

  init() {}

  init(_ name: String) {
    self.name.value = name
  }

  static let kind = Chore.kind

  static let fields = FieldList(("name", \PlainChore.name))
}

/// A model that stands by its time of creation until it is moved, the newest first.
struct Entry: ReplicatingModel, OrderedDocument {
  var time = ReplicatingRegister(default: UInt64(0))
  var place = ReplicatingRegister(default: FractionalIndex.unset)

  init() {}

  init(time: UInt64) {
    self.time.value = time
  }

  var order: FractionalIndex {
    place.value == .unset ? FractionalIndex(ofTime: time.value) : place.value
  }

  static let kind = "com.example.entry"

  static let fields = FieldList(("time", \Entry.time), ("place", \.place))
}
