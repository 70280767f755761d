// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The dropped elements of a batch. The batch has their events but not their contents.
package struct DroppedElements: Equatable, Sendable {
  /// The tips of the version up to which elements were dropped: at least one, ascending.
  package var upTo: [Dot]
  /// The places of the dropped elements among all elements of the batch: ascending ranges that do
  /// not touch.
  package var ranges: [Range<Int>]

  /// The number of dropped elements.
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }
}

/// Written as FORMAT.md says under "Event batch".
extension DroppedElements {
  func encode(to writer: inout ByteWriter) {
    writer.writeCount(upTo.count)
    upTo.forEach { $0.encode(to: &writer) }
    writer.writeCount(ranges.count)
    var end = 0
    for range in ranges {
      writer.writeCount(range.lowerBound - end)
      end = range.upperBound
    }
    for range in ranges { writer.writeCount(range.count - 1) }
  }

  init(from reader: inout ByteReader, elementCount: Int) throws(DecodingFailure) {
    upTo = try reader.readAscendingDots()
    guard !upTo.isEmpty else { throw reader.corrupt("an empty section") }
    var kept: [Int] = []
    for index in 0..<(try reader.readCount(itemSize: 2)) {
      let count = try reader.readInt(limit: elementCount)
      guard index == 0 || count > 0 else { throw reader.corrupt("ranges that touch") }
      kept.append(count)
    }
    ranges = []
    ranges.reserveCapacity(kept.count)
    var end = 0
    for count in kept {
      // No sum overflows: no batch has more than 2^61 elements.
      let start = end + count
      end = start + (try reader.readInt(limit: elementCount)) + 1
      guard end <= elementCount else { throw reader.corrupt("more dropped than was inserted") }
      ranges.append(start..<end)
    }
  }
}
