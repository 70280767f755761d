// SPDX-License-Identifier: MIT

import Synchronization

/// A store in memory that behaves like any other store, for tests and previews.
public final class MemoryStore: ObjectStore {
  private let objects = Mutex<[ObjectName: [UInt8]]>([:])

  /// Makes an empty store.
  public init() {}

  public func list(prefix: String) throws(StoreError) -> [ObjectInfo] {
    objects.withLock { objects in
      objects.filter { $0.key.text.hasPrefix(prefix) }
        .map { ObjectInfo(name: $0.key, size: $0.value.count) }
    }
  }

  public func read(_ name: ObjectName) throws(StoreError) -> [UInt8] {
    guard let bytes = objects.withLock({ $0[name] }) else { throw .missing(name) }
    return bytes
  }

  public func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    let isNew = objects.withLock { objects in
      guard objects[name] == nil else { return false }
      objects[name] = bytes
      return true
    }
    guard isNew else { throw .exists(name) }
  }

  public func delete(_ name: ObjectName) throws(StoreError) {
    objects.withLock { $0[name] = nil }
  }
}
