// SPDX-License-Identifier: MIT

import DecentSync

/// A store that alters the bytes of objects when they are created or read.
struct AlteringStore: ObjectStore {
  private let store: any PlainStore
  private let createAltered: @Sendable ([UInt8]) -> [UInt8]
  private let readAltered: @Sendable ([UInt8]) -> [UInt8]

  init(
    _ store: any PlainStore, create: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
    read: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) {
    self.store = store
    createAltered = create
    readAltered = read
  }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] { try store.list(prefix: prefix) }

  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] {
    readAltered(try store.read(name))
  }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    try store.create(name, holding: createAltered(bytes))
  }

  func delete(_ name: ObjectName) throws(StoreError) { try store.delete(name) }
}
