// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization

/// A store whose listings leave out objects, as old and partial listings do. The objects can still
/// be read.
final class HidingStore: ObjectStore {
  private let store: any PlainStore
  private let hidden: Mutex<Set<ObjectName>>

  init(_ store: any PlainStore, hiding names: some Sequence<ObjectName>) {
    self.store = store
    hidden = Mutex(Set(names))
  }

  func show() { hidden.withLock { $0 = [] } }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] {
    let hidden = hidden.withLock(\.self)
    return try store.list(prefix: prefix).filter { !hidden.contains($0.name) }
  }

  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] { try store.read(name) }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    try store.create(name, holding: bytes)
  }

  func delete(_ name: ObjectName) throws(StoreError) { try store.delete(name) }
}
