// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The amounts that each session added to a counter and took from it. The sums of a session only
/// grow, so the greater of two sums of a session is the later one.
///
/// The sums are both the state of a counter and its version.
public struct CounterSums: ReplicaVersion, Hashable, Sendable {
  struct Sum: Hashable, Sendable {
    var added: UInt64 = 0
    var taken: UInt64 = 0

    func contains(_ other: Sum) -> Bool { other.added <= added && other.taken <= taken }

    func merged(with other: Sum) -> Sum {
      Sum(added: max(added, other.added), taken: max(taken, other.taken))
    }
  }

  private(set) var sums: [SessionID: Sum] = [:]

  /// The sums of a new counter: no sums.
  public init() {}

  subscript(session: SessionID) -> Sum {
    get { sums[session] ?? Sum() }
    set { sums[session] = newValue }
  }

  /// The added amounts minus the taken ones, over all sessions.
  ///
  /// - Complexity: O(*s*) in the sessions. The total of 2^32 sessions fits in `Int128`.
  var total: Int128 {
    sums.values.reduce(0) { $0 + Int128($1.added) - Int128($1.taken) }
  }

  func contains(_ other: CounterSums) -> Bool {
    other.sums.allSatisfy { self[$0.key].contains($0.value) }
  }

  /// The sums that a replica at `other` lacks.
  public func news(since other: CounterSums) -> CounterSums {
    var news = CounterSums()
    news.sums = sums.filter { !other[$0.key].contains($0.value) }
    return news
  }

  public func covers(_ other: CounterSums) -> Bool {
    other.sums.allSatisfy { $0.key.isQuiet || self[$0.key].contains($0.value) }
  }

  public func merged(with other: CounterSums) -> CounterSums {
    var result = self
    for (session, theirs) in other.sums {
      result.sums[session] = result.sums[session]?.merged(with: theirs) ?? theirs
    }
    return result
  }
}

extension CounterSums: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 16, name: "sums of a counter")

  public func encode(to writer: inout ByteWriter) {
    writer.writeCount(sums.count)
    for (session, sum) in sums.sorted(by: { $0.key < $1.key }) {
      session.encode(to: &writer)
      writer.writeVarint(sum.added)
      writer.writeVarint(sum.taken)
    }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var last: SessionID?
    for _ in 0..<(try reader.readCount(itemSize: 4)) {
      let session = try SessionID(from: &reader)
      guard last.map({ $0 < session }) ?? true else {
        throw reader.corrupt("sessions out of order")
      }
      let sum = Sum(added: try reader.readVarint(), taken: try reader.readVarint())
      guard sum != Sum() else { throw reader.corrupt("a session without edits") }
      sums[session] = sum
      last = session
    }
  }
}
