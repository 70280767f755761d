// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)

  /// A value that can be written in plain form (``PlainTag``). This protocol replaces `Encodable`.
  /// The bytes are the same as the bytes of an `Encodable` value in other builds.
  public protocol PlainEncodable {
    /// Appends the plain form.
    func encodePlain(to writer: inout ByteWriter)
  }

  /// A value that has a plain form. This protocol replaces `Codable`.
  public protocol PlainValue: PlainEncodable {
    /// Reads the plain form.
    ///
    /// - Throws: `.newerValue` for a part that the type lacks.
    init(plainFrom reader: inout ByteReader) throws(DecodingFailure)
  }

  public typealias ReplicatedContent = PlainEncodable

  extension ByteWriter {
    /// Appends a value in its plain form.
    public mutating func writePlain(_ value: some PlainEncodable) { value.encodePlain(to: &self) }
  }

  extension ByteReader {
    /// Reads a value written by ``ByteWriter/writePlain(_:)``.
    public mutating func readPlain<Value: PlainValue>(
      _ type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
      try Value(plainFrom: &self)
    }

    /// Reads a value that is identified by its contents, such as an element of a set.
    package mutating func readWholePlain<Value: PlainValue>(
      _ type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
      try Value(plainFrom: &self)
    }

    /// Returns nil, because Embedded Swift cannot test at run time whether a type is a leaf.
    mutating func readPlainLeaf<Value>(_ type: Value.Type) throws(DecodingFailure) -> Value? { nil }

    mutating func readPlainParts<Value: PlainValue>(
      _ type: Value.Type
    ) throws(DecodingFailure) -> Value {
      try Value(plainFrom: &self)
    }

    /// Checks all bytes of a value, such as a raw value, and then reads the value.
    package mutating func readPlainContent<Value: PlainValue>(
      _ type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
      var whole = self
      try whole.scanPlain()
      return try Value(plainFrom: &self)
    }
  }

  extension PlainValue where Self: FixedWidthInteger {
    public func encodePlain(to writer: inout ByteWriter) { writer.writePlainInteger(self) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      self = try reader.readPlainInteger()
    }
  }

  extension Int: PlainValue {}
  extension UInt32: PlainValue {}
  extension UInt64: PlainValue {}
  extension UInt128: PlainValue {}

  extension Bool: PlainValue {
    public func encodePlain(to writer: inout ByteWriter) { writeLeaf(to: &writer) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      self = try Bool.readLeaf(from: &reader)
    }
  }

  extension String: PlainValue {
    public func encodePlain(to writer: inout ByteWriter) { writeLeaf(to: &writer) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      self = try String.readLeaf(from: &reader)
    }
  }

  extension Array: PlainEncodable, PlainValue where Element == UInt8 {
    public func encodePlain(to writer: inout ByteWriter) { writeLeaf(to: &writer) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      self = try [UInt8].readLeaf(from: &reader)
    }
  }

  /// A case is written as its raw value.
  extension PlainValue where Self: RawRepresentable, RawValue: PlainValue {
    public func encodePlain(to writer: inout ByteWriter) { rawValue.encodePlain(to: &writer) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      guard let value = Self(rawValue: try reader.readPlainContent()) else {
        throw .newerValue(type: "the value", part: "")
      }
      self = value
    }
  }

  /// A value with a frame is written as one string, in Base64.
  extension PlainValue where Self: Framed {
    public func encodePlain(to writer: inout ByteWriter) {
      do throws(EncodingFailure) {
        writer.writePlain(Base64.encode(try encoded()))
      } catch { writer.fail(error) }
    }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      let start = reader
      guard let bytes = Base64.decode(try reader.readPlainContent()) else {
        throw start.corrupt("text that is not Base64")
      }
      do throws(DecodingFailure) { self = try Self(encoded: bytes) } catch {
        throw error.isNewer ? error : start.corrupt("a part that cannot be read")
      }
    }
  }

#endif
