// SPDX-License-Identifier: MIT

import DecentSync

/// A store that answers without suspending, so that tests look into it as they go.
protocol PlainStore: ObjectStore {
  func list(prefix: String) throws(StoreError) -> [ObjectInfo]
  func read(_ name: ObjectName) throws(StoreError) -> [UInt8]
  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError)
  func delete(_ name: ObjectName) throws(StoreError)
}

extension MemoryStore: PlainStore {}

// The contents of a store for tests, and ways to damage objects.
extension PlainStore {
  func names() throws -> [ObjectName] {
    try list(prefix: "log/").map(\.name).filter { !$0.text.contains("-ack-") }.sorted()
  }

  /// The objects, opened.
  func objects() throws -> [SealedObject] {
    try names().compactMap { try? SealedObject(bytes: read($0)) }
  }

  func acknowledgements() throws -> [Acknowledgement] {
    try list(prefix: "log/").map(\.name).filter { $0.text.contains("-ack-") }.sorted()
      .compactMap { try? Acknowledgement(encoded: read($0)) }
  }

  /// Flips a bit of an object. The size stays.
  func damage(_ name: ObjectName, bit: Int = 100) throws {
    var bytes = try read(name)
    bytes[bit / 8 % bytes.count] ^= 1 << (bit % 8)
    try replace(name, with: bytes)
  }

  func replace(_ name: ObjectName, with bytes: [UInt8]) throws {
    try delete(name)
    try create(name, holding: bytes)
  }

  func truncate(_ name: ObjectName, to count: Int) throws {
    try replace(name, with: Array(try read(name).prefix(count)))
  }

  func removeAll() throws {
    for name in try names() { try delete(name) }
  }
}
