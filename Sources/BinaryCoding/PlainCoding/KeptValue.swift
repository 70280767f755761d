// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// A `Codable` value, with the bytes that it was read from if it does not write the same.
  ///
  /// A newer version of an app may have written parts that this version's type lacks, or an
  /// older one another form. The value is not written anew under the stamp of its edit: two
  /// replicas with equal stamps would hold different bytes for ever. So the bytes go along
  /// until an edit sets the value.
  package struct KeptValue<Value> {
    /// The value as this version's type understands it.
    package let value: Value
    /// The plain form that was read, nil if the value writes the same.
    package let bytes: [UInt8]?

    /// Makes a value that an edit sets.
    package init(_ value: Value) {
      self.init(value, bytes: nil)
    }

    /// Makes a value from what was kept of one.
    package init(_ value: Value, bytes: [UInt8]?) {
      self.value = value
      self.bytes = bytes
    }
  }

  extension KeptValue: Equatable where Value: Equatable {}
  extension KeptValue: Hashable where Value: Hashable {}
  extension KeptValue: Sendable where Value: Sendable {}

  /// Written as a plain value.
  extension KeptValue: BinaryCodable where Value: Codable {
    package func encode(to writer: inout ByteWriter) {
      if let bytes { writer.write(contentsOf: bytes) } else { writer.writePlain(value) }
    }

    /// Reads a value, and writes it once to compare; not one without parts, such as a string
    /// or a number, whose bytes follow from it.
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
  }

  extension ByteReader {
    /// Reads a value that is known by what it holds, such as an element of a set: bytes cannot
    /// be kept beside it.
    ///
    /// - Throws: `.newerValue` if the value has a part that the type does not ask for.
    package mutating func readWholePlain<Value: Decodable>(
      _ type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
      if let value = try readPlainLeaf(type) { return value }
      let questions = PlainQuestions()
      let value = try readPlainParts(type, noting: questions)
      if let part = questions.firstUnasked {
        throw .newerValue(type: "\(Value.self)", part: part)
      }
      return value
    }

    /// The bytes between where another reader stands and where this one does.
    fileprivate func slice(since start: ByteReader) -> ArraySlice<UInt8> {
      bytes[start.offset..<offset]
    }
  }

#endif
