// SPDX-License-Identifier: MIT

/// A plain value. The bytes it was read from are kept, too, if writing it would give other bytes.
///
/// A newer version of an app may have written parts that this version's type lacks, or an older
/// version may have written another form. If the value were written anew under the stamp of the
/// edit that set it, two replicas with equal stamps would hold different bytes for ever. So the
/// bytes are kept until another edit sets the value.
package struct KeptValue<Value> {
  /// The value as this version's type understands it.
  package let value: Value
  /// The plain form that was read, or nil if the value writes the same bytes.
  package let bytes: [UInt8]?
  /// Whether this version's type can hold the read value. If not, ``value`` is a placeholder.
  package let isReadable: Bool

  /// Makes a value that an edit sets.
  package init(_ value: Value) {
    self.init(value, bytes: nil)
  }

  /// Makes a value with its kept bytes.
  package init(_ value: Value, bytes: [UInt8]?, isReadable: Bool = true) {
    self.value = value
    self.bytes = bytes
    self.isReadable = isReadable
  }
}

extension KeptValue: Equatable where Value: Equatable {}
extension KeptValue: Hashable where Value: Hashable {}
extension KeptValue: Sendable where Value: Sendable {}

/// A kept value is written as a plain value.
extension KeptValue: BinaryCodable where Value: PlainValue {
  package func encode(to writer: inout ByteWriter) {
    if let bytes { writer.write(contentsOf: bytes) } else { writer.writePlain(value) }
  }

  /// Reads a value, and writes the value once to compare the bytes. A value without parts, such as
  /// a string or a number, has only one plain form, so the comparison is skipped.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    if let value = try reader.readPlainLeaf(Value.self) {
      self.init(value)
      return
    }
    let start = reader
    let value = try reader.readPlainParts(Value.self)
    var writer = ByteWriter()
    writer.writePlain(value)
    let read = reader.slice(since: start)
    self.init(value, bytes: read.elementsEqual(writer.bytes) ? nil : Array(read))
  }

  /// Reads a value. If this version's type lacks a part of the value, such as a case of an
  /// enumeration, the bytes are kept and `other` is shown instead.
  package init(
    from reader: inout ByteReader, orShowing other: Value
  ) throws(DecodingFailure) {
    let start = reader
    do throws(DecodingFailure) {
      try self.init(from: &reader)
    } catch {
      guard case .newerValue = error else { throw error }
      reader = start
      try reader.scanPlain()
      self.init(other, bytes: Array(reader.slice(since: start)), isReadable: false)
    }
  }
}

extension ByteReader {
  /// The bytes between the offset of another reader and the offset of this reader.
  fileprivate func slice(since start: ByteReader) -> ArraySlice<UInt8> {
    bytes[start.offset..<offset]
  }
}
