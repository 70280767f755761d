// SPDX-License-Identifier: MIT

import Causality

/// Finds the keys whose entries hold edits that a version lacks.
///
/// A session numbers its edits without gaps, and most edits stay in an entry until a later edit
/// replaces them. So the keys are stored in chunks, each for 32 consecutive edits of a session.
/// Copies share unchanged chunks.
@usableFromInline
struct DotIndex<Key: Hashable> {
  @usableFromInline
  struct ChunkID: Hashable, Sendable {
    @usableFromInline
    let session: SessionID
    @usableFromInline
    let number: Int

    @inlinable
    init(session: SessionID, number: Int) {
      self.session = session
      self.number = number
    }

    @inlinable
    init(_ dot: Dot) {
      self.init(session: dot.session, number: dot.number / Chunk.length)
    }
  }

  /// The keys of 32 consecutive edits of a session.
  @usableFromInline
  struct Chunk {
    @inlinable
    static var length: Int { 32 }

    /// The edits that have keys, as one bit for each edit.
    @usableFromInline
    var map: UInt32 = 0
    /// The keys, in the order of their edits.
    @usableFromInline
    var keys: ContiguousArray<Key> = []

    @inlinable
    static func bit(_ dot: Dot) -> UInt32 { 1 << UInt32(dot.number % length) }

    @inlinable
    init(map: UInt32, keys: ContiguousArray<Key>) {
      self.map = map
      self.keys = keys
    }

    @inlinable
    func index(_ bit: UInt32) -> Int { (map & (bit - 1)).nonzeroBitCount }

    @inlinable
    func key(_ bit: UInt32) -> Key? { map & bit == 0 ? nil : keys[index(bit)] }
  }

  @usableFromInline
  var chunks = HashTrie<ChunkID, Chunk>()
  /// Further keys of an edit. An edit has one key, unless its bytes were forged.
  @usableFromInline
  var extras: [Dot: Set<Key>] = [:]

  @inlinable
  init() {}

  // MARK: Writing

  @inlinable
  mutating func insert(_ key: Key, for dot: Dot) {
    let bit = Chunk.bit(dot)
    let known = chunks.update(ChunkID(dot)) { chunk -> Key? in
      if let known = chunk.value.key(bit) { return known }
      chunk.value.keys.insert(key, at: chunk.value.index(bit))
      chunk.value.map |= bit
      return key
    }
    guard let known else {
      chunks.set(ChunkID(dot), to: Chunk(map: bit, keys: [key]))
      return
    }
    if known != key { extras[dot, default: []].insert(key) }
  }

  /// Removes a key that was inserted for the dot.
  @inlinable
  mutating func remove(_ key: Key, for dot: Dot) {
    if !extras.isEmpty, extras[dot]?.contains(key) == true {
      extras[dot]?.remove(key)
      return
    }
    let extra = extras.isEmpty ? nil : extras[dot]?.popFirst()
    let bit = Chunk.bit(dot)
    let isEmpty = chunks.update(ChunkID(dot)) { chunk in
      guard chunk.value.key(bit) == key else { return false }
      let index = chunk.value.index(bit)
      if let extra {
        chunk.value.keys[index] = extra
      } else {
        chunk.value.keys.remove(at: index)
        chunk.value.map ^= bit
      }
      return chunk.value.map == 0
    }
    if isEmpty == true { chunks.remove(ChunkID(dot)) }
  }

  // MARK: Reading

  /// Calls `body` for each key of each edit that a version lacks.
  ///
  /// - Parameter known: A version that has all edits in the index.
  /// - Complexity: O(*e* / 32 + *k* log *n*) for *k* keys found among *e* new edits, in an index of
  ///   *n* keys; never above O(*n*).
  @inlinable
  func forEach(
    since version: VersionVector, upTo known: VersionVector, _ body: (Dot, Key) -> Void
  ) {
    var ranges: [(session: SessionID, chunks: ClosedRange<Int>)] = []
    var total = 0
    for (session, count) in known.counts where count > version[session] {
      let range = version[session] / Chunk.length...(count - 1) / Chunk.length
      ranges.append((session, range))
      total += min(range.count, chunks.count)
    }
    guard total < chunks.count else {
      chunks.forEach { forEach(in: $0.value, $0.key, since: version, body) }
      return
    }
    for (session, numbers) in ranges {
      for number in numbers {
        let id = ChunkID(session: session, number: number)
        if let chunk = chunks[id] { forEach(in: chunk, id, since: version, body) }
      }
    }
  }

  @inlinable
  func forEach(
    in chunk: Chunk, _ id: ChunkID, since version: VersionVector, _ body: (Dot, Key) -> Void
  ) {
    var bits = chunk.map
    for key in chunk.keys {
      let dot = Dot(
        session: id.session, number: id.number * Chunk.length + bits.trailingZeroBitCount)
      bits &= bits &- 1
      guard !version.contains(dot) else { continue }
      body(dot, key)
      if !extras.isEmpty { extras[dot]?.forEach { body(dot, $0) } }
    }
  }

  /// The keys of an edit.
  @inlinable
  func keys(of dot: Dot) -> [Key] {
    let key = chunks[ChunkID(dot)]?.key(Chunk.bit(dot))
    return (key.map { [$0] } ?? []) + (extras[dot] ?? [])
  }

  /// Whether `key` is one of the keys of an edit.
  func contains(_ key: Key, for dot: Dot) -> Bool {
    chunks[ChunkID(dot)]?.key(Chunk.bit(dot)) == key || extras[dot]?.contains(key) == true
  }
}

extension DotIndex.Chunk: Sendable where Key: Sendable {}
extension DotIndex: Sendable where Key: Sendable {}
