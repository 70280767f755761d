// SPDX-License-Identifier: MIT

import BinaryCoding

/// The number of known edits of each session. (Parker et al., "Detection of Mutual Inconsistency in
/// Distributed Systems", 1983, doi:10.1109/TSE.1983.236733.)
public struct VersionVector: ReplicaVersion, Hashable, Sendable {
  /// The count of known edits by session. A session without known edits has no entry.
  public private(set) var counts: [SessionID: Int] = [:]

  /// Makes the empty vector.
  public init() {}

  /// The number of known edits of a session.
  public subscript(session: SessionID) -> Int {
    counts[session] ?? 0
  }

  /// Whether no edit is known.
  public var isEmpty: Bool { counts.isEmpty }

  /// Whether an edit is known.
  public func contains(_ dot: Dot) -> Bool {
    dot.number < self[dot.session]
  }

  /// Whether this vector knows every edit that `other` knows.
  ///
  /// - Complexity: O(*n*) for *n* sessions of `other`.
  public func contains(_ other: VersionVector) -> Bool {
    other.counts.allSatisfy { $0.value <= self[$0.key] }
  }

  /// Whether both vectors know a common edit.
  ///
  /// - Complexity: O(*n*) for *n* sessions of this vector.
  package func sharesEdits(with other: VersionVector) -> Bool {
    counts.keys.contains { other[$0] > 0 }
  }

  /// Adds the first `count` edits of a session.
  public mutating func advance(_ session: SessionID, to count: Int) {
    if count > self[session] { counts[session] = count }
  }

  /// The dot of one more edit of a session. The edit becomes known.
  public mutating func nextDot(of session: SessionID) -> Dot {
    let number = self[session]
    counts[session] = number + 1
    return Dot(session: session, number: number)
  }

  public func merged(with other: VersionVector) -> VersionVector {
    var result = self
    result.merge(other)
    return result
  }

  public func news(since other: VersionVector) -> VersionVector {
    var news = VersionVector()
    news.counts = counts.filter { $0.value > other[$0.key] }
    return news
  }

  public mutating func merge(_ other: VersionVector) {
    for (session, count) in other.counts { advance(session, to: count) }
  }
}

extension VersionVector: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 8, name: "a version vector")

  public func encode(to writer: inout ByteWriter) {
    writer.writeCount(counts.count)
    var place = -1
    for (session, count) in counts.sorted(by: { $0.key < $1.key }) {
      session.encode(to: &writer, after: &place)
      writer.writeCount(count)
    }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var last: SessionID?
    var place = -1
    for _ in 0..<(try reader.readCount(itemSize: 3)) {
      let session = try SessionID(from: &reader, after: &place)
      guard last.map({ $0 < session }) ?? true else {
        throw reader.corrupt("sessions out of order")
      }
      let count = try reader.readInt(limit: Dot.maximumNumber)
      guard count > 0 else { throw reader.corrupt("a session without edits") }
      counts[session] = count
      last = session
    }
  }
}
