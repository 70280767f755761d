// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A set whose copies can be changed apart: per element the later of its last
/// insert and its last remove counts.
///
/// ```swift
/// var mine: ReplicatingSet = ["home", "shopping"]
/// var yours = mine
/// mine.remove("home")
/// yours.insert("urgent")
/// mine.merge(yours)
/// print(mine.values)  // shopping and urgent, in any order
/// ```
///
/// A removed element is remembered, so that no old copy brings it back.
/// Iteration has the same order in every copy: that of the first inserts.
public struct ReplicatingSet<Element: Hashable> {
  @usableFromInline
  var storage: SetStorage<Element>

  /// Makes an empty set.
  @inlinable
  public init() {
    storage = SetStorage()
  }

  @inlinable
  init(_ presence: Presence<Element>) {
    storage = SetStorage()
    storage.presence = presence
  }

  /// Makes a set and inserts some elements.
  @inlinable
  public init(array: [Element]) {
    self.init()
    array.forEach { insert($0) }
  }

  // MARK: Reading

  /// The elements, without an order.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public var values: Set<Element> {
    var values = Set<Element>(minimumCapacity: count)
    storage.presence.entries.forEach { if $0.value.isPresent { values.insert($0.key) } }
    return values
  }

  /// How many elements there are.
  @inlinable
  public var count: Int { storage.presence.count }

  /// Whether there are none.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Whether an element is present.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    storage.presence.contains(element)
  }

  // MARK: Editing

  /// Inserts an element.
  ///
  /// Inserting one that is present is an edit too: it wins over a remove that
  /// another copy made before.
  ///
  /// - Returns: Whether it was absent.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element) -> Bool {
    let isNew = !contains(element)
    makeStorageUnique()
    storage.presence.insert(element, by: storage.claimSession())
    return isNew
  }

  /// Removes an element. Removing an absent one is no edit.
  ///
  /// - Returns: The element, if it was present.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    guard contains(element) else { return nil }
    makeStorageUnique()
    storage.presence.remove(element, by: storage.claimSession())
    return element
  }

  @inlinable
  mutating func makeStorageUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copyTakingSession() }
  }
}

/// Changed only while one set refers to it.
@usableFromInline
final class SetStorage<Element: Hashable> {
  @usableFromInline
  var presence = Presence<Element>()
  @usableFromInline
  var token = SessionToken()

  @inlinable
  init() {}

  @inlinable
  init(_ presence: Presence<Element>, token: consuming SessionToken) {
    self.presence = presence
    self.token = token
  }

  @inlinable
  func copyTakingSession() -> SetStorage {
    SetStorage(presence, token: token.handOver())
  }

  /// The session of the next edit.
  @inlinable
  func claimSession() -> SessionID {
    token.claim { presence.known[$0] > 0 }.id
  }
}

extension SetStorage: @unchecked Sendable where Element: Sendable {}

// MARK: - Merging

extension ReplicatingSet: DeltaReplicable {
  @inlinable
  public var version: VersionVector { storage.presence.known }

  @inlinable
  public func contains(_ version: VersionVector) -> Bool {
    storage.presence.known.contains(version)
  }

  /// What a copy at `version` lacks, or nil if it lacks nothing.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public func delta(since version: VersionVector) -> Delta? {
    storage.presence.delta(since: version).map { Delta(presence: $0) }
  }

  @inlinable
  public func validate(_ delta: Delta) throws(MissingHistory) {
    try storage.presence.validate(delta.presence)
  }

  @inlinable
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    if storage.presence.known.contains(delta.presence.to) { return }
    makeStorageUnique()
    let known = storage.token.current.map { storage.presence.known[$0] }
    try storage.presence.merge(delta.presence)
    renounceSession(ifBeyond: known)
  }

  @inlinable
  public func merged(with other: ReplicatingSet) -> ReplicatingSet {
    var result = self
    result.merge(other)
    return result
  }

  @inlinable
  public mutating func merge(_ other: ReplicatingSet) {
    if storage === other.storage || contains(other.version) { return }
    makeStorageUnique()
    let known = storage.token.current.map { storage.presence.known[$0] }
    storage.presence.merge(other.storage.presence)
    renounceSession(ifBeyond: known)
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have gone on with it.
  @inlinable
  func renounceSession(ifBeyond known: Int?) {
    let now = storage.token.current.map { storage.presence.known[$0] }
    if known != now { storage.token.renounce() }
  }

  /// Edits of a set on their way to other copies of it.
  public struct Delta {
    @usableFromInline
    let presence: Presence<Element>.Delta

    @inlinable
    init(presence: Presence<Element>.Delta) {
      self.presence = presence
    }
  }
}

extension ReplicatingSet.Delta: Equatable {}
extension ReplicatingSet.Delta: Sendable where Element: Sendable {}

// MARK: - Conformances

extension ReplicatingSet: Sequence {
  /// Gives the elements in the order of their first inserts, which is the same
  /// in every copy.
  ///
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    storage.presence.ordered.map(\.key).makeIterator()
  }

  @inlinable
  public var underestimatedCount: Int { count }
}

extension ReplicatingSet: ExpressibleByArrayLiteral {
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(array: elements)
  }
}

extension ReplicatingSet: Sendable where Element: Sendable {}

extension ReplicatingSet: Hashable {
  /// Whether both are in the same state: hold the same elements and have seen
  /// the same edits.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.presence == right.storage.presence
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.presence)
  }
}

extension ReplicatingSet: CustomStringConvertible {
  @inlinable
  public var description: String { Array(self).description }
}

// MARK: - Saving

extension ReplicatingSet: BinaryCodable, Framed where Element: Codable {
  public static var frameKind: FrameKind { FrameKind(code: 7, name: "a set") }

  public func encode(to writer: inout ByteWriter) {
    storage.presence.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(try Presence(from: &reader))
  }
}

extension ReplicatingSet: PersistentReplicable where Element: Codable {}

extension ReplicatingSet.Delta: BinaryCodable, Framed where Element: Codable {
  public static var frameKind: FrameKind { FrameKind(code: 9, name: "a change of a set") }

  public func encode(to writer: inout ByteWriter) {
    presence.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(presence: try Presence.Delta(from: &reader))
  }
}

extension ReplicatingSet: Codable where Element: Codable {
  public func encode(to encoder: any Encoder) throws {
    try encodeFrame(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    try self.init(frameFrom: decoder)
  }
}
