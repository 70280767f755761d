// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization

/// A store whose first listings are old.
final class StaleStore: ObjectStore {
  private let store: any PlainStore
  private let listing: [ObjectInfo]
  private let times: Mutex<Int>

  /// - Parameter times: The number of listings that are old.
  init(_ store: any PlainStore, listing: [ObjectInfo], times: Int = 1) {
    self.store = store
    self.listing = listing
    self.times = Mutex(times)
  }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] {
    let isOld = times.withLock { times in
      defer { times -= 1 }
      return times > 0
    }
    return isOld ? listing : try store.list(prefix: prefix)
  }

  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] { try store.read(name) }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    try store.create(name, holding: bytes)
  }

  func delete(_ name: ObjectName) throws(StoreError) { try store.delete(name) }
}
