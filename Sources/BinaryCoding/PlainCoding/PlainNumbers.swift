// SPDX-License-Identifier: MIT

// Numbers in plain form: the bytes after the tags 3 to 8 of ``PlainTag``.

extension ByteWriter {
  /// Appends a whole number of any width.
  mutating func writePlainInteger(_ value: some FixedWidthInteger) {
    let isNegative = value < 0
    let distance = isNegative ? ~value : value
    if let small = UInt64(exactly: distance) {
      write(isNegative ? .negative : .positive)
      writeVarint(small)
    } else {
      write(isNegative ? .longNegative : .longPositive)
      writeFixed(UInt128(truncatingIfNeeded: distance))
    }
  }

  /// Appends a floating-point number.
  mutating func writePlainFloat(_ value: Double) {
    if value.isNaN {
      write(.binary32)
      writeFixed(Float.nan.bitPattern)
    } else if let short = Float(exactly: value) {
      write(.binary32)
      writeFixed(short.bitPattern)
    } else {
      write(.binary64)
      writeFixed(value.bitPattern)
    }
  }
}

extension ByteReader {
  /// Reads the bytes after the tag of a whole number.
  ///
  /// - Returns: The number if it is not negative, or the distance of a negative number from −1.
  private mutating func readPlainDistance(_ tag: PlainTag) throws(DecodingFailure) -> UInt128 {
    let start = self
    switch tag {
    case .positive, .negative:
      return UInt128(try readVarint())
    case .longPositive, .longNegative:
      let distance = try readFixed(UInt128.self)
      guard distance > UInt128(UInt64.max) else {
        throw start.corrupt("a number not in its shortest form")
      }
      guard tag == .longPositive || distance <= UInt128(Int128.max) else {
        throw start.corrupt("a number of more than 128 bits")
      }
      return distance
    default:
      throw .foreign(expected: "a whole number but \(tag.name)")
    }
  }

  /// Reads a whole number, and refuses a number that the type cannot hold.
  mutating func readPlainInteger<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws(DecodingFailure) -> Value {
    let tag = try readPlainTag()
    let distance = try readPlainDistance(tag)
    let isNegative = tag == .negative || tag == .longNegative
    let value =
      isNegative ? Value(exactly: ~Int128(truncatingIfNeeded: distance)) : Value(exactly: distance)
    guard let value else { throw .foreign(expected: "a number of the range of \(Value.self)") }
    return value
  }

  /// Passes over the bytes after the tag of a whole number.
  ///
  /// - Returns: Whether the number is from 0 to 255.
  mutating func skipPlainInteger(_ tag: PlainTag) throws(DecodingFailure) -> Bool {
    try readPlainDistance(tag) <= 255 && tag == .positive
  }

  /// Reads a floating-point number.
  mutating func readPlainFloat() throws(DecodingFailure) -> Double {
    try readPlainFloat(try readPlainTag())
  }

  /// Reads the bytes after the tag of a floating-point number.
  mutating func readPlainFloat(_ tag: PlainTag) throws(DecodingFailure) -> Double {
    let start = self
    switch tag {
    case .binary32:
      let value = Float(bitPattern: try readFixed())
      guard !value.isNaN || value.bitPattern == Float.nan.bitPattern else {
        throw start.corrupt("not-a-number in another form than the one")
      }
      return Double(value)
    case .binary64:
      let value = Double(bitPattern: try readFixed())
      guard !value.isNaN, Float(exactly: value) == nil else {
        throw start.corrupt("a number not in its shortest form")
      }
      return value
    default:
      throw .foreign(expected: "a floating-point number but \(tag.name)")
    }
  }
}
