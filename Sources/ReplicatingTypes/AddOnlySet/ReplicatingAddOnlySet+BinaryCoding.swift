// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Add-only set".
extension ReplicatingAddOnlySet: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 24, name: "an add-only set") }

  public func encode(to writer: inout ByteWriter) {
    storage.state.known.encode(to: &writer)
    AdditionList(Array(storage.state.entries)).encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var state = Additions<Element>()
    state.learn(try VersionVector(from: &reader))
    for item in try AdditionList<Element>(from: &reader).items {
      guard state.known.contains(item.value.stamp.dot) else {
        throw reader.corrupt("an edit that the version lacks")
      }
      guard state[item.key] == nil else { throw reader.corrupt("an element twice") }
      state.set(item.key, to: item.value)
    }
    self.init(state: state)
  }
}

extension ReplicatingAddOnlySet: PersistentReplicable where Element: PlainValue {}

extension ReplicatingAddOnlySet: ReplicatingDocument where Element: PlainValue {}

extension ReplicatingAddOnlySet.Delta: BinaryCodable, Framed where Element: PlainValue {
  public static var frameKind: FrameKind {
    FrameKind(code: 25, name: "a change of an add-only set")
  }

  public func encode(to writer: inout ByteWriter) {
    additions.from.encode(to: &writer)
    additions.to.encode(to: &writer)
    AdditionList(additions.items).encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let from = try VersionVector(from: &reader)
    let to = try VersionVector(from: &reader)
    for (session, count) in to.counts where count <= from[session] {
      throw reader.corrupt("a change without news")
    }
    let items = try AdditionList<Element>(from: &reader).items
    guard Set(items.map { $0.key }).count == items.count else {
      throw reader.corrupt("an element twice")
    }
    self.init(additions: Additions.Delta(items: items, from: from, to: to))
  }
}
