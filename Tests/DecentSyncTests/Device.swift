// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Testing

/// A device of a test: a journal, and an author whose words it adds.
final class Device {
  let journal: MemoryJournal<WordList>
  let author: UInt64
  private(set) var written: [DocumentID: Set<String>] = [:]

  init(author: UInt64) {
    self.author = author
    // Ids in order of creation make traces equal for equal seeds.
    var next = UInt128(author) << 64
    journal = MemoryJournal {
      next += 1
      return DeviceID(rawValue: next)
    }
  }

  /// Makes a device from a copy of another one's library.
  init(copying other: Device, author: UInt64) {
    self.author = author
    journal = MemoryJournal(copying: other.journal)
    written = other.written
  }

  func add(_ word: String, to text: String = "note") throws {
    let document = try #require(DocumentID(text))
    journal.edit(document) { $0.add(word, by: author) }
    written[document, default: []].insert(word)
  }

  func words(of text: String = "note") -> Set<String> {
    DocumentID(text).flatMap { journal.documents[$0] }?.all ?? []
  }

  /// Syncs without acknowledging, or with it at some time.
  @discardableResult
  func sync(
    _ store: some ObjectStore, as remote: String = "folder", at time: UInt64? = nil
  ) throws -> SyncReport {
    try journal.sync(
      with: store, as: RemoteName(remote), options: Self.options(time), at: time ?? 0)
  }

  func run<Store: ObjectStore>(
    _ store: Store, as remote: String = "folder", at time: UInt64? = nil
  ) throws -> SyncRun<MemoryJournal<WordList>, Store> {
    try SyncRun(
      journal, with: store, as: RemoteName(remote), options: Self.options(time), at: time ?? 0)
  }

  private static func options(_ time: UInt64?) -> SyncOptions {
    SyncOptions(segmentLimit: 64, batchChanges: 3, acknowledges: time != nil)
  }
}

/// A store whose objects a test may harm.
extension ObjectStore {
  func names() throws -> [ObjectName] {
    try list(prefix: "log/").map(\.name).filter { !$0.text.contains("-ack-") }.sorted()
  }

  func acknowledgements() throws -> [Acknowledgement] {
    try list(prefix: "log/").map(\.name).filter { $0.text.contains("-ack-") }.sorted()
      .compactMap { try? Acknowledgement(encoded: read($0)) }
  }

  /// Turns a bit; the size stays.
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
