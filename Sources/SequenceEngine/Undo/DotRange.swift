// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Consecutive edits of one session.
package struct DotRange: Hashable, Sendable {
  package var session: SessionID
  /// The numbers of the edits in the session; at least one.
  package var numbers: Range<Int>

  package init(session: SessionID, numbers: Range<Int>) {
    self.session = session
    self.numbers = numbers
  }

  /// The first edit.
  var first: Dot { Dot(session: session, number: numbers.lowerBound) }

  /// The last edit.
  var last: Dot { Dot(session: session, number: numbers.upperBound - 1) }
}

extension DotRange: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    first.encode(to: &writer)
    writer.writeCount(numbers.count)
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let first = try Dot(from: &reader)
    let count = try reader.readInt(limit: Dot.maximumNumber)
    guard count > 0 else { throw reader.corrupt("no edits of a session") }
    self.init(session: first.session, numbers: first.number..<(first.number + count))
  }
}

extension CausalGraph {
  /// The dots of consecutive events.
  ///
  /// - Complexity: O(*r* log *n*) for *r* of the *n* runs of the graph.
  func dots(of events: Range<Int>) -> [DotRange] {
    parts(of: events).map { part in
      let first = dot(of: part.lowerBound)
      return DotRange(
        session: first.session, numbers: first.number..<(first.number + part.count))
    }
  }

  /// The places of edits among the events of this graph.
  ///
  /// - Returns: Ascending ranges, or nil if one of the edits is not known.
  /// - Complexity: O(*r* log *n*) for *r* of the *n* runs of the graph.
  func events(of dots: DotRange) -> [Range<Int>]? {
    guard index(of: dots.last) != nil else { return nil }
    var events: [Range<Int>] = []
    var number = dots.numbers.lowerBound
    while number < dots.numbers.upperBound {
      guard let start = index(of: Dot(session: dots.session, number: number)) else { return nil }
      let end = min(
        self.events(ofRun: run(of: start)).upperBound, start + dots.numbers.upperBound - number)
      events.append(start..<end)
      number += end - start
    }
    return events
  }

  /// Cuts consecutive events at the ends of runs.
  private func parts(of events: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var next = events.lowerBound
    while next < events.upperBound {
      let end = min(self.events(ofRun: run(of: next)).upperBound, events.upperBound)
      parts.append(next..<end)
      next = end
    }
    return parts
  }
}
