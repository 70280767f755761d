// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization

/// A store in memory that counts the questions it is asked.
final class CountingStore: PlainStore {
  struct Counts: Equatable {
    var lists = 0
    var reads = 0
    var writes = 0

    func adding(lists count: Int) -> Counts {
      var sum = self
      sum.lists += count
      return sum
    }
  }

  private let store = MemoryStore()
  private let tally = Mutex(Counts())

  var counts: Counts { tally.withLock { $0 } }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] {
    tally.withLock { $0.lists += 1 }
    return try store.list(prefix: prefix)
  }

  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] {
    tally.withLock { $0.reads += 1 }
    return try store.read(name)
  }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    tally.withLock { $0.writes += 1 }
    try store.create(name, holding: bytes)
  }

  func delete(_ name: ObjectName) throws(StoreError) {
    tally.withLock { $0.writes += 1 }
    try store.delete(name)
  }
}
