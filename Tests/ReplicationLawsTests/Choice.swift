// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A value of which the latest choice wins.
struct Choice: Equatable {
  struct Stamp: Equatable, Comparable {
    var time = HybridTimestamp.zero
    var edit: Dot?

    static func < (left: Stamp, right: Stamp) -> Bool {
      guard left.time == right.time else { return left.time < right.time }
      guard let rightEdit = right.edit, !Flaw.isCurrent(.keepsLeftOnTies) else { return false }
      return left.edit.map { $0 < rightEdit } ?? true
    }

    init() {}

    /// The stamp of an edit made now.
    init(replacing stamp: Stamp) {
      let edit = ReplicationEnvironment.current.countEdit(
        replacing: Flaw.isCurrent(.trustsTheWallClock) ? .zero : stamp.time)
      time = edit.time
      self.edit = Dot(session: SessionID(run: edit.run, number: 0), number: Int(edit.edit))
    }
  }

  private(set) var stamp = Stamp()
  private(set) var value = "nothing"

  mutating func choose(_ value: String) {
    self.value = value
    if Flaw.isCurrent(.overwritesWithoutNewStamp), stamp.edit != nil { return }
    stamp = Stamp(replacing: stamp)
  }
}

extension Choice: DeltaReplicable {
  func merged(with other: Choice) -> Choice { stamp < other.stamp ? other : self }

  var version: Stamp { stamp }
  func contains(_ version: Stamp) -> Bool { version <= stamp }
  func delta(since version: Stamp) -> Choice? { version < stamp ? self : nil }
  func validate(_ delta: Choice) throws(MissingHistory) {}
  mutating func merge(delta: Choice) throws(MissingHistory) { merge(delta) }
}

extension Choice.Stamp: ReplicaVersion {
  func merged(with other: Self) -> Self { max(self, other) }
}

extension Choice.Stamp: Framed {
  static let frameKind = FrameKind(code: 9011, name: "a stamp")

  func encode(to writer: inout ByteWriter) {
    time.encode(to: &writer)
    writer.write(edit == nil ? 0 : 1)
    edit?.encode(to: &writer)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    time = try HybridTimestamp(from: &reader)
    edit = try reader.read() == 0 ? nil : try Dot(from: &reader)
  }
}

extension Choice: Framed {
  static let frameKind = FrameKind(code: 9010, name: "a choice")

  func encode(to writer: inout ByteWriter) {
    stamp.encode(to: &writer)
    writer.writeString(value)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    stamp = try Stamp(from: &reader)
    value = try reader.readString()
  }
}
