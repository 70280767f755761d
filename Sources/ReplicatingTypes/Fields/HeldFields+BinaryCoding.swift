// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The id and the content of a field that this version of the app lacks, ready to be written.
struct HeldContent {
  /// A field that this version of the app lacks, with its id.
  struct Key {
    let id: FieldID
    let field: ModelField<HeldFields>
  }

  let id: FieldID
  let write: (inout ByteWriter) -> Void

  func encode(to writer: inout ByteWriter) {
    id.encode(to: &writer)
    writer.writePrefixed(write)
  }

  /// Reads the contents of fields, each with its id.
  static func readAll(
    from reader: inout ByteReader,
    _ read: (FieldID, inout ByteReader) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) {
    var last: FieldID?
    for _ in 0..<(try reader.readCount(itemSize: 3)) {
      let id = try FieldID(from: &reader)
      guard last.map({ $0 < id }) ?? true else {
        throw reader.corrupt("the keys of fields out of order")
      }
      last = id
      var part = try reader.readPart()
      try read(id, &part)
      try part.expectEnd()
    }
  }

  /// Reads all fields of an unknown model: this version of the app lacks the type of the model.
  static func readAllHeld(
    from reader: inout ByteReader,
    _ read: (Key, inout ByteReader) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) {
    try readAll(from: &reader) { (id, part) throws(DecodingFailure) in
      guard let field = HeldFields.field(id) else {
        throw .newerField(key: id.name, model: "a model that this version lacks")
      }
      try read(Key(id: id, field: field), &part)
    }
  }
}

extension ByteWriter {
  /// Appends the contents of fields, with their count.
  fileprivate mutating func write(_ contents: [HeldContent]) {
    writeCount(contents.count)
    for content in contents { content.encode(to: &self) }
  }
}

extension HeldFields: PersistentReplicable, Framed {
  static var frameKind: FrameKind { FrameKind(code: FieldShape.modelCode, name: "a model") }

  var contents: [HeldContent] {
    var contents: [HeldContent] = []
    forEach { id, field in
      contents.append(HeldContent(id: id) { field.write(self, to: &$0) })
    }
    return contents
  }

  func encode(to writer: inout ByteWriter) { writer.write(contents) }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    var read = HeldFields()
    try HeldContent.readAllHeld(from: &reader) { (key, part) throws(DecodingFailure) in
      try read.read(key, from: &part)
    }
    self = read
  }

  /// Reads the content of a field.
  mutating func read(
    _ key: HeldContent.Key, from reader: inout ByteReader
  ) throws(DecodingFailure) {
    var part = reader
    try change(key.id, key.field) { (fields) throws(DecodingFailure) in
      try key.field.read(into: &fields, from: &part)
    }
    reader = part
  }
}

extension HeldVersion: BinaryCodable {
  var contents: [HeldContent] {
    parts.items.map { item in
      HeldContent(id: item.id) { item.field.write(version: item.part, to: &$0) }
    }
  }

  func encode(to writer: inout ByteWriter) { writer.write(contents) }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    var items: [HeldParts.Item] = []
    try HeldContent.readAllHeld(from: &reader) { (key, part) throws(DecodingFailure) in
      if let version = try Self.read(key, from: &part) { items.append(version) }
    }
    self.init(HeldParts(items))
  }

  static func read(
    _ key: HeldContent.Key, from reader: inout ByteReader
  ) throws(DecodingFailure) -> HeldParts.Item? {
    let part = try key.field.readVersion(from: &reader)
    return part.map { HeldParts.Item(id: key.id, field: key.field, part: $0) }
  }
}

extension HeldDelta: BinaryCodable {
  var contents: [HeldContent] {
    parts.items.map { item in
      HeldContent(id: item.id) { item.field.write(delta: item.part, to: &$0) }
    }
  }

  func encode(to writer: inout ByteWriter) { writer.write(contents) }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    var items: [HeldParts.Item] = []
    try HeldContent.readAllHeld(from: &reader) { (key, part) throws(DecodingFailure) in
      if let delta = try Self.read(key, from: &part) { items.append(delta) }
    }
    self.init(HeldParts(items))
  }

  static func read(
    _ key: HeldContent.Key, from reader: inout ByteReader
  ) throws(DecodingFailure) -> HeldParts.Item? {
    let part = try key.field.readDelta(from: &reader)
    return part.map { HeldParts.Item(id: key.id, field: key.field, part: $0) }
  }
}
