// SPDX-License-Identifier: MIT

import BinaryCoding

extension Shelf: Framed {
  static let frameKind = FrameKind(code: 9030, name: "a shelf")

  func encode(to writer: inout ByteWriter) {
    writer.writeCount(entries.count)
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      writer.writeString(name)
      writer.writeCount(entry.life)
      entry.stamp.encode(to: &writer)
      writer.write(entry.isHere ? 1 : 0)
      entry.journal.encode(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    for _ in 0..<(try reader.readCount()) {
      let name = try reader.readString()
      var entry = Entry(life: try reader.readInt(), stamp: try Choice.Stamp(from: &reader))
      entry.isHere = try reader.read() == 1
      entry.journal = try Journal(from: &reader)
      entries[name] = entry
      arrivals.append(name)
    }
  }
}

extension Shelf.Version: Framed {
  static let frameKind = FrameKind(code: 9031, name: "a version of a shelf")

  func encode(to writer: inout ByteWriter) {
    writer.writeCount(entries.count)
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      writer.writeString(name)
      writer.writeCount(entry.life)
      entry.stamp.encode(to: &writer)
      entry.journal.encode(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    for _ in 0..<(try reader.readCount()) {
      let name = try reader.readString()
      entries[name] = Entry(
        life: try reader.readInt(), stamp: try Choice.Stamp(from: &reader),
        journal: try Journal.Version(from: &reader))
    }
  }
}
