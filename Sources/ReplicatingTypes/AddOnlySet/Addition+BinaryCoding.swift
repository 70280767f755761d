// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Consecutive inserts of one session are written as a run, with the dot of the first insert. So
/// most elements take two or three bytes more than their own encoding.
extension Addition: CodableKeyedPart {
  @usableFromInline
  static func write<Key: Hashable & PlainValue>(
    _ items: [HashTrieNode<Key, Addition>.Item], by rules: NoRules, to writer: inout ByteWriter
  ) {
    writer.writeCount(items.count)
    var time = HybridTimestamp.zero
    var rest = items.inWrittenOrder()[...]
    while let first = rest.first {
      let run = run(of: rest)
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

  /// The items at the start of `items` whose inserts follow each other in one session.
  private static func run<Key>(
    of items: ArraySlice<HashTrieNode<Key, Addition>.Item>
  ) -> ArraySlice<HashTrieNode<Key, Addition>.Item> {
    var end = items.startIndex + 1
    while end < items.endIndex,
      items[end - 1].value.stamp.dot.successor == items[end].value.stamp.dot
    {
      end += 1
    }
    return items[..<end]
  }

  @usableFromInline
  static func read<Key: Hashable & PlainValue>(
    from reader: inout ByteReader, by rules: NoRules
  ) throws(DecodingFailure) -> [HashTrieNode<Key, Addition>.Item] {
    let count = try reader.readCount(itemSize: 2)
    var items: [HashTrieNode<Key, Addition>.Item] = []
    while items.count < count {
      var dot = try Dot(from: &reader)
      guard items.last.map({ $0.value.stamp.dot.successor != dot }) ?? true else {
        throw reader.corrupt("a run of inserts in two parts")
      }
      let end = items.count + 1 + (try reader.readInt(limit: count - items.count - 1))
      while items.count < end {
        let addition = try Addition(from: &reader, dot: dot, after: items.last?.value.stamp)
        items.append(HashTrieNode.Item(key: try reader.readKey(), value: addition))
        dot = dot.successor
      }
    }
    return items
  }

  private init(
    from reader: inout ByteReader, dot: Dot, after last: KeyedStamp?
  ) throws(DecodingFailure) {
    guard dot.number <= Dot.maximumNumber else { throw reader.corrupt("an edit beyond the last") }
    let last = last ?? KeyedStamp(time: .zero, dot: dot)
    let (time, isBeyond) = last.time.rawValue.addingReportingOverflow(try reader.readVarint())
    stamp = KeyedStamp(time: HybridTimestamp(rawValue: time), dot: dot)
    guard !isBeyond, stamp >= last else { throw reader.corrupt("inserts out of order") }
  }
}

extension Dot {
  /// The dot of the session's next edit.
  fileprivate var successor: Dot { Dot(session: session, number: number + 1) }
}
