// SPDX-License-Identifier: MIT

import BinaryCoding

// The plain forms of what stands in the index.

#if !hasFeature(Embedded)
  extension NoteID: Codable {
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }

    public init(from decoder: any Decoder) throws {
      rawValue = try decoder.singleValueContainer().decode(UInt128.self)
    }
  }

  extension NotePosition: Codable {
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(bytes)
    }

    public init(from decoder: any Decoder) throws {
      bytes = try decoder.singleValueContainer().decode([UInt8].self)
    }
  }

  extension NoteReach: FrameCodable {}
#else
  extension NoteID: PlainValue {
    public func encodePlain(to writer: inout ByteWriter) { writer.writePlain(rawValue) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      self.init(rawValue: try reader.readPlainContent())
    }
  }

  extension NotePosition: PlainValue {
    public func encodePlain(to writer: inout ByteWriter) { writer.writePlain(bytes) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      self.init(bytes: try reader.readPlainContent())
    }
  }

  extension NoteReach: PlainValue {}

  extension Purge {
    public func encodePlain(to writer: inout ByteWriter) {
      writer.writePlainMap([
        ("note", { $0.writePlain(note) }),
        ("seen", { $0.writePlain(seen) }),
      ])
    }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      var note: NoteID?
      var seen: NoteReach?
      try reader.readPlainMap(["note", "seen"]) { (place, part) throws(DecodingFailure) in
        if place == 0 { note = try part.readPlain() } else { seen = try part.readPlain() }
      }
      guard let note, let seen else { throw .foreign(expected: "a purge") }
      self.init(note: note, seen: seen)
    }
  }
#endif
