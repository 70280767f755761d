// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The written form of an entry without its value.
struct DictionaryHeader {
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let isLive = Flags(rawValue: 1)
    static let wasInsertedBefore = Flags(rawValue: 2)
    static let wasRestarted = Flags(rawValue: 4)
    static let hasOtherEdits = Flags(rawValue: 8)
    static let hasValue = Flags(rawValue: 16)
    static let hasNews = Flags(rawValue: 32)
    static let all = Flags(rawValue: 63)
  }

  let flags: Flags
  private let stamp: KeyedStamp
  private let firstInsert: KeyedStamp
  private let incarnation: UInt64
  private let otherEdits: [Dot]

  init<Value>(_ entry: DictionaryEntry<Value>, hasNews: Bool) {
    stamp = entry.stamp
    firstInsert = entry.firstInsert
    incarnation = entry.incarnation
    otherEdits = entry.otherEdits
    var flags: Flags = []
    if entry.isPresent { flags.insert(.isLive) }
    if firstInsert != stamp { flags.insert(.wasInsertedBefore) }
    if incarnation > 0 { flags.insert(.wasRestarted) }
    if !otherEdits.isEmpty { flags.insert(.hasOtherEdits) }
    if entry.value != nil { flags.insert(.hasValue) }
    if hasNews { flags.insert(.hasNews) }
    self.flags = flags
  }

  func entry<Value>(_ value: KeptValue<Value>?) -> DictionaryEntry<Value> {
    DictionaryEntry(
      stamp: stamp, isDeleted: !flags.contains(.isLive), firstInsert: firstInsert,
      incarnation: incarnation, otherEdits: otherEdits, keptBytes: value?.bytes,
      value: value?.value)
  }
}

extension DictionaryHeader: BinaryCodable {
  func encode(to writer: inout ByteWriter) {
    writer.write(flags.rawValue)
    stamp.encode(to: &writer)
    if flags.contains(.wasInsertedBefore) { firstInsert.encode(to: &writer) }
    if flags.contains(.wasRestarted) { writer.writeVarint(incarnation) }
    guard flags.contains(.hasOtherEdits) else { return }
    writer.writeCount(otherEdits.count)
    for dot in otherEdits { dot.encode(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    flags = Flags(rawValue: try reader.read())
    guard flags.isSubset(of: .all) else { throw reader.corrupt("an unknown state of a key") }
    stamp = try KeyedStamp(from: &reader)
    firstInsert =
      flags.contains(.wasInsertedBefore) ? try KeyedStamp(from: &reader) : stamp
    guard flags.contains(.wasInsertedBefore) == (firstInsert < stamp), firstInsert <= stamp else {
      throw reader.corrupt("a key changed before it was inserted")
    }
    incarnation = flags.contains(.wasRestarted) ? try reader.readVarint() : 0
    guard flags.contains(.wasRestarted) == (incarnation > 0) else {
      throw reader.corrupt("a fresh start that is none")
    }
    otherEdits =
      flags.contains(.hasOtherEdits) ? try Self.readEdits(from: &reader, besides: stamp.dot) : []
  }

  private static func readEdits(
    from reader: inout ByteReader, besides stamp: Dot
  ) throws(DecodingFailure) -> [Dot] {
    let count = try reader.readCount(itemSize: 3)
    guard count > 0 else { throw reader.corrupt("edits that are none") }
    var edits: [Dot] = []
    for _ in 0..<count {
      let dot = try Dot(from: &reader)
      guard edits.last.map({ $0.session < dot.session }) ?? true,
        dot.session != stamp.session || dot.number > stamp.number
      else { throw reader.corrupt("edits out of order") }
      edits.append(dot)
    }
    return edits
  }
}
