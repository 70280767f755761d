// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The first attempt of most authors at a counter: merging adds.
struct Sum: Equatable, Framed {
  static let frameKind = FrameKind(code: 9020, name: "a sum")

  var total = 0

  func encode(to writer: inout ByteWriter) { writer.writeCount(total) }
  init() {}
  init(from reader: inout ByteReader) throws(DecodingFailure) { total = try reader.readInt() }
}

extension Sum: ReplicaVersion, DeltaReplicable {
  func merged(with other: Sum) -> Sum {
    var result = self
    result.total = (total + other.total) & 0xffff
    return result
  }

  var version: Sum { self }
  func contains(_ version: Sum) -> Bool { version.total <= total }
  func delta(since version: Sum) -> Sum? { contains(version) && self != version ? self : nil }
  func validate(_ delta: Sum) throws(MissingHistory) {}
  mutating func merge(delta: Sum) throws(MissingHistory) { merge(delta) }
}
