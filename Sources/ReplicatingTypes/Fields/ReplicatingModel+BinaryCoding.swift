// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension ReplicatingModel {
  /// Writes the edited fields. An unedited field is not written, so a version of the app that lacks
  /// the field can read the bytes.
  public func encode(to writer: inout ByteWriter) {
    let versions = version.parts
    KeyedParts<Self>.write(
      to: &writer, { versions[$0] != nil }, held: newerFields.held.contents
    ) { $1.write(self, to: &$2) }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init()
    try decode(from: &reader)
  }

  /// Reads fields into this unedited model. Fields that the bytes lack keep their values.
  public mutating func decode(from reader: inout ByteReader) throws(DecodingFailure) {
    _ = Self.checkedFields
    var read = self
    // A bit for each field that was read. Fields beyond the 64th have no bit, so `noteRead` is
    // called for them even if they were read. That call is harmless.
    var places: UInt64 = 0
    try KeyedParts<Self>.read(from: &reader) { (place, field, part) throws(DecodingFailure) in
      try field.read(into: &read, from: &part)
      places |= 1 << place
    } held: { (key, part) throws(DecodingFailure) in
      try read.newerFields.held.read(key, from: &part)
    }
    #if !hasFeature(Embedded)
      read.noteRead { places & 1 << $0 != 0 }
    #endif
    self = read
  }
}

extension ModelVersion: Framed {
  public static var frameKind: FrameKind { FrameKind(code: 20, name: "a version of a model") }

  public func encode(to writer: inout ByteWriter) {
    KeyedParts<Model>.write(
      to: &writer, { parts[$0] != nil }, held: held.contents
    ) { place, field, writer in
      if let part = parts[place] { field.write(version: part, to: &writer) }
    }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var parts = Self().parts
    var held: [HeldParts.Item] = []
    try KeyedParts<Model>.read(from: &reader) { (place, field, part) throws(DecodingFailure) in
      parts[place] = try field.readVersion(from: &part)
    } held: { (key, part) throws(DecodingFailure) in
      if let item = try HeldVersion.read(key, from: &part) { held.append(item) }
    }
    self.init(parts, held: HeldVersion(HeldParts(held)))
  }
}

extension ModelDelta: Framed {
  public static var frameKind: FrameKind { FrameKind(code: 21, name: "a change of a model") }

  public func encode(to writer: inout ByteWriter) {
    KeyedParts<Model>.write(
      to: &writer, { parts[$0] != nil }, held: held.contents
    ) { place, field, writer in
      if let part = parts[place] { field.write(delta: part, to: &writer) }
    }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var parts = ModelVersion<Model>().parts
    var held: [HeldParts.Item] = []
    try KeyedParts<Model>.read(from: &reader) { (place, field, part) throws(DecodingFailure) in
      parts[place] = try field.readDelta(from: &part)
    } held: { (key, part) throws(DecodingFailure) in
      if let item = try HeldDelta.read(key, from: &part) { held.append(item) }
    }
    self.init(parts, held: HeldDelta(HeldParts(held)))
  }
}
