// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Elements with their first inserts, in written form. Consecutive inserts of
/// one session form a run, so that most elements take two or three bytes beyond
/// their own.
struct AdditionList<Element: Hashable & PlainValue> {
  typealias Item = Additions<Element>.Item

  /// Sorted by stamp. Items with equal stamps are forged, and sorted by the
  /// bytes of their elements.
  let items: [Item]

  init(_ items: [Item]) {
    var sorted = Additions<Element>.sortedByAge(items)
    var start = 0
    while start < sorted.count {
      let stamp = sorted[start].value.stamp
      let end = sorted[start...].firstIndex { $0.value.stamp != stamp } ?? sorted.count
      if end - start > 1 {
        sorted.replaceSubrange(
          start..<end, with: sorted[start..<end].sortedByPlainBytes(of: { $0.key }))
      }
      start = end
    }
    self.items = sorted
  }
}

extension AdditionList: BinaryCodable {
  func encode(to writer: inout ByteWriter) {
    writer.writeCount(items.count)
    var time = HybridTimestamp.zero
    var rest = items[...]
    while let first = rest.first {
      let run = Self.run(of: rest)
      rest.removeFirst(run.count)
      first.value.stamp.dot.encode(to: &writer)
      writer.writeCount(run.count - 1)
      for item in run {
        writer.writeVarint(item.value.stamp.time.rawValue - time.rawValue)
        writer.writePlain(item.key)
        time = item.value.stamp.time
      }
    }
  }

  /// The first items whose edits follow each other in one session.
  private static func run(of items: ArraySlice<Item>) -> ArraySlice<Item> {
    var end = items.startIndex + 1
    while end < items.endIndex,
      items[end - 1].value.stamp.dot.successor == items[end].value.stamp.dot
    {
      end += 1
    }
    return items[..<end]
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    let count = try reader.readCount(itemSize: 2)
    var items: [Item] = []
    while items.count < count {
      var dot = try Dot(from: &reader)
      guard items.last.map({ $0.value.stamp.dot.successor != dot }) ?? true else {
        throw reader.corrupt("a run of inserts in two parts")
      }
      let end = items.count + 1 + (try reader.readInt(limit: count - items.count - 1))
      while items.count < end {
        items.append(try Self.readItem(from: &reader, dot: dot, after: items.last?.value.stamp))
        dot = dot.successor
      }
    }
    self.items = items
  }

  private static func readItem(
    from reader: inout ByteReader, dot: Dot, after last: KeyedStamp?
  ) throws(DecodingFailure) -> Item {
    guard dot.number <= Dot.maximumNumber else { throw reader.corrupt("an edit beyond the last") }
    let last = last ?? KeyedStamp(time: .zero, dot: dot)
    let (time, isBeyond) = last.time.rawValue.addingReportingOverflow(try reader.readVarint())
    let stamp = KeyedStamp(time: HybridTimestamp(rawValue: time), dot: dot)
    guard !isBeyond, stamp >= last else { throw reader.corrupt("inserts out of order") }
    let key = try reader.readWholePlain(Element.self)
    guard key == key else { throw reader.corrupt("an element that does not equal itself") }
    return Item(key: key, value: Addition(stamp: stamp))
  }
}

extension Dot {
  /// The dot of the session's next edit.
  fileprivate var successor: Dot { Dot(session: session, number: number + 1) }
}
