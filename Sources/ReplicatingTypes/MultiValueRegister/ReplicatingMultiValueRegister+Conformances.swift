// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension ReplicatingMultiValueRegister: SyncReplicable {
  /// The edits that a register has seen.
  public typealias Version = VersionVector

  public var version: VersionVector { storage.state.known }

  public func contains(_ version: VersionVector) -> Bool {
    storage.state.known.contains(version)
  }

  /// The whole register if a copy at `version` lacks any edit, or nil if the copy lacks none.
  public func delta(since version: VersionVector) -> ReplicatingMultiValueRegister? {
    version.contains(storage.state.known) ? nil : self
  }

  public func validate(_ delta: ReplicatingMultiValueRegister) throws(MissingHistory) {}

  public mutating func merge(
    delta: ReplicatingMultiValueRegister
  ) throws(MissingHistory) {
    merge(delta)
  }

  public func leads(
    _ delta: ReplicatingMultiValueRegister, from base: VersionVector, to later: VersionVector
  ) -> Bool? {
    base.merged(with: delta.version).contains(later)
  }

  /// Whether the two registers hold different values of one edit. Merging keeps all these values.
  public func contradicts(_ other: ReplicatingMultiValueRegister) -> Bool {
    storage.state.contradicts(other.storage.state)
  }

  public func merged(with other: ReplicatingMultiValueRegister) -> ReplicatingMultiValueRegister {
    var result = self
    result.merge(other)
    return result
  }

  public mutating func merge(_ other: ReplicatingMultiValueRegister) {
    let (mine, theirs) = (storage.state, other.storage.state)
    if storage === other.storage || contains(other.version) && !mine.contradicts(theirs) { return }
    makeStorageUnique()
    storage.merge(other.storage.state)
  }
}

extension ReplicatingMultiValueRegister: Hashable {
  /// Whether two registers have the same values and have seen the same edits.
  public static func == (left: Self, right: Self) -> Bool {
    let (mine, theirs) = (left.storage.state, right.storage.state)
    return left.storage === right.storage
      || mine.known == theirs.known
        && mine.choices.elementsEqual(theirs.choices) { $0.isSame(as: $1) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.state.known)
  }
}

/// Written as FORMAT.md says under "Multi-value register".
extension ReplicatingMultiValueRegister: BinaryCodable, Framed where Value: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 17, name: "a multi-value register") }

  public func encode(to writer: inout ByteWriter) {
    storage.state.known.encode(to: &writer)
    writer.writeCount(storage.state.choices.count)
    for choice in storage.state.choices {
      choice.stamp.encode(to: &writer)
      choice.kept.encode(to: &writer)
    }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let known = try VersionVector(from: &reader)
    var choices: [MultiValueState<Value>.Choice] = []
    for _ in 0..<(try reader.readCount(itemSize: 12)) {
      let stamp = try KeyedStamp(from: &reader)
      guard known.contains(stamp.dot) else { throw reader.corrupt("an edit that was never seen") }
      let choice = MultiValueState.Choice(stamp: stamp, kept: try KeptValue<Value>(from: &reader))
      guard choices.last.map({ $0.precedes(choice) }) ?? true else {
        throw reader.corrupt("values out of order")
      }
      choices.append(choice)
    }
    self.init(MultiValueState(choices: choices, known: known))
    #if !hasFeature(Embedded)
      storage.origin = .read
    #endif
  }
}

extension ReplicatingMultiValueRegister: PersistentReplicable where Value: PlainValue {}
