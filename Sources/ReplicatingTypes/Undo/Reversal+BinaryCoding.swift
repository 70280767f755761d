// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality
  import SequenceEngine

  /// The bytes stay on this device, and the version of the database determines their format.
  extension Reversal: BinaryCodable {
    /// From this depth on, nested changes are written as ``nothing``. No value that can be stored
    /// is nested so deeply.
    private static let limit = ByteReader.partLimit + 1

    package func encode(to writer: inout ByteWriter) { encode(to: &writer, depth: 0) }

    fileprivate func encode(to writer: inout ByteWriter, depth: Int) {
      switch depth < Self.limit ? self : .nothing {
      case .nothing: writer.write(0)
      case .value(let before, let after):
        writer.write(1)
        writer.writePrefixed(before)
        writer.writePrefixed(after)
      case .amount(let amount, let sums):
        writer.write(2)
        writer.writeSignedVarint(Int64(amount))
        sums.encode(to: &writer)
      case .edits(let edits):
        writer.write(3)
        writer.writeCount(edits.count)
        for dots in edits { dots.encode(to: &writer) }
      case .keys(let keys):
        writer.write(4)
        writer.writeCount(keys.count)
        for key in keys { key.encode(to: &writer, depth: depth + 1) }
      case .fields(let fields):
        writer.write(5)
        writer.writeCount(fields.count)
        for field in fields {
          writer.writeString(field.key)
          field.reversal.encode(to: &writer, depth: depth + 1)
        }
      }
    }

    package init(from reader: inout ByteReader) throws(DecodingFailure) {
      try self.init(from: &reader, depth: 0)
    }

    fileprivate init(from reader: inout ByteReader, depth: Int) throws(DecodingFailure) {
      let form = try reader.read()
      guard depth < Self.limit || form == 0 else { throw reader.corrupt("changes nested too deep") }
      switch form {
      case 0: self = .nothing
      case 1: self = .value(before: try reader.readPrefixed(), after: try reader.readPrefixed())
      case 2:
        let amount = Int(clamping: try reader.readSignedVarint())
        self = .amount(amount, in: try CounterSums(from: &reader))
      case 3:
        var edits: [DotRange] = []
        for _ in 0..<(try reader.readCount(itemSize: 4)) {
          edits.append(try DotRange(from: &reader))
        }
        self = .edits(edits)
      case 4:
        var keys: [KeyReversal] = []
        for _ in 0..<(try reader.readCount(itemSize: 2)) {
          keys.append(try KeyReversal(from: &reader, depth: depth + 1))
        }
        self = .keys(keys)
      case 5:
        var fields: [FieldReversal] = []
        for _ in 0..<(try reader.readCount(itemSize: 2)) {
          let key = try reader.readString()
          fields.append(FieldReversal(key, try Reversal(from: &reader, depth: depth + 1)))
        }
        self = .fields(fields)
      default: throw reader.corrupt("a change of no known form")
      }
    }
  }

  extension PutBack: BinaryCodable {
    package func encode(to writer: inout ByteWriter) {
      writer.writeCount(renamings.count)
      for renaming in renamings { renaming.encode(to: &writer) }
      writer.writeCount(places.count)
      for (former, new) in places.sorted(by: { $0.key < $1.key }) {
        former.encode(to: &writer)
        new.encode(to: &writer)
      }
    }

    package init(from reader: inout ByteReader) throws(DecodingFailure) {
      for _ in 0..<(try reader.readCount()) {
        renamings.append(try ElementRenaming(from: &reader))
      }
      for _ in 0..<(try reader.readCount(itemSize: 4)) {
        let former = try Dot(from: &reader)
        places[former] = try Dot(from: &reader)
      }
    }
  }

  extension KeyReversal {
    /// One byte says which optional parts follow.
    fileprivate func encode(to writer: inout ByteWriter, depth: Int) {
      writer.writePrefixed(key)
      writer.write(
        (before == nil ? 0 : 1) | (after == nil ? 0 : 2) | (change == nil ? 0 : 4)
          | (place == nil ? 0 : 8) | (incarnation == nil ? 0 : 16)
          | (newPlace == nil ? 0 : 32))
      writer.writeCount(seen.count)
      for dot in seen { dot.encode(to: &writer) }
      if let before { writer.writePrefixed(before) }
      if let after { writer.writePrefixed(after) }
      change?.encode(to: &writer, depth: depth)
      place?.encode(to: &writer)
      if let incarnation { writer.writeVarint(incarnation) }
      newPlace?.encode(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader, depth: Int) throws(DecodingFailure) {
      key = try reader.readPrefixed()
      let parts = try reader.read()
      for _ in 0..<(try reader.readCount(itemSize: 2)) { seen.append(try Dot(from: &reader)) }
      if parts & 1 != 0 { before = try reader.readPrefixed() }
      if parts & 2 != 0 { after = try reader.readPrefixed() }
      if parts & 4 != 0 { change = try Reversal(from: &reader, depth: depth) }
      if parts & 8 != 0 { place = try KeyedStamp(from: &reader) }
      if parts & 16 != 0 { incarnation = try reader.readVarint() }
      if parts & 32 != 0 { newPlace = try Dot(from: &reader) }
    }
  }
#endif
