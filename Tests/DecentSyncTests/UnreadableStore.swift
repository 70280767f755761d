// SPDX-License-Identifier: MIT

import DecentSync

/// A store that lists an object and fails to read it, although the object is sound.
struct UnreadableStore: ObjectStore {
  private let store: any PlainStore
  private let failing: ObjectName

  init(_ store: any PlainStore, failing name: ObjectName) {
    self.store = store
    failing = name
  }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] { try store.list(prefix: prefix) }

  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] {
    if name == failing {
      throw StoreError(
        kind: .tryLater, scope: .object, subject: name.text, reason: "it does not answer",
        advice: "sync again later")
    }
    return try store.read(name)
  }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    try store.create(name, holding: bytes)
  }

  func delete(_ name: ObjectName) throws(StoreError) { try store.delete(name) }
}
