// SPDX-License-Identifier: MIT

/// Reads consecutive numbers from memory that does not move.
///
/// All unsafe code that reads numbers is here. See ``ByteReader/scanNumbers(_:)``.
public struct NumberScan {
  /// The reader for numbers that are long, near the end or invalid. Copying a pointer, unlike
  /// copying a reader, changes no reference count.
  @usableFromInline let reader: UnsafePointer<ByteReader>
  @usableFromInline let start: UnsafeRawPointer
  /// The greatest offset at which four bytes can be loaded.
  @usableFromInline let lastOfFour: Int

  /// The offset of the next read, in bytes from the start of the whole array.
  @usableFromInline var offset: Int

  fileprivate init(_ reader: UnsafePointer<ByteReader>, from start: UnsafeRawPointer) {
    self.reader = reader
    self.start = start
    lastOfFour = reader.pointee.offset + reader.pointee.remaining - 4
    offset = reader.pointee.offset
  }

  @inlinable @inline(__always)
  var nextFour: UInt32 {
    UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Reads as ``ByteReader/readVarint()`` does. Numbers of one or two bytes take the fast path.
  @inlinable @inline(__always)
  public mutating func read() throws(DecodingFailure) -> UInt64 {
    if offset <= lastOfFour {
      let four = nextFour
      if four & 0x80 == 0 {
        offset &+= 1
        return UInt64(four & 0x7f)
      }
      if four & 0x8000 == 0, four & 0x7f00 != 0 {
        offset &+= 2
        return UInt64(four & 0x7f | (four & 0x7f00) &>> 1)
      }
    }
    let next = try readSlowly(at: offset)
    offset = next.end
    return next.value
  }

  /// If `there` is 1, reads a number as ``ByteReader/readSignedVarint()`` does. The code has no
  /// branch on the presence or the size of up to four bytes, because a processor could not predict
  /// the branch.
  ///
  /// - Parameter there: 1 if a number follows, 0 if not. If 0, the result is 0 and the offset
  ///   stays.
  @inlinable @inline(__always)
  public mutating func readSigned(ifThere there: Int) throws(DecodingFailure) -> Int64 {
    if offset <= lastOfFour {
      let four = nextFour
      let lasts = ~four & 0x8080_8080
      // `before` counts the bits before the number's last byte; `bits` are all bits of the number.
      let before = UInt32(truncatingIfNeeded: lasts.trailingZeroBitCount) &- 7
      let bits = four & ((0x80 &<< before) &- 1)
      // If the last of several bytes is 0, the number is not in its shortest form.
      if lasts != 0, bits &>> before != 0 || before == 0 {
        let value =
          bits & 0x7f | (bits & 0x7f00) &>> 1 | (bits & 0x7f_0000) &>> 2
          | (bits & 0x7f00_0000) &>> 3
        // Bit operations, because the compiler would turn conditions into branches.
        offset &+= (Int(truncatingIfNeeded: before &>> 3) &+ 1) & (0 &- there)
        let raw = Int64(value) & (0 &- Int64(there))
        return (raw &>> 1) ^ (0 &- (raw & 1))
      }
    }
    if there == 0 { return 0 }
    let next = try readSlowly(at: offset)
    offset = next.end
    return Int64(bitPattern: next.value >> 1) ^ -Int64(bitPattern: next.value & 1)
  }

  /// Passes over `count` numbers without reading them.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the numbers, eight bytes at a time.
  package mutating func skip(_ count: Int) throws(DecodingFailure) {
    var left = count
    // Each number ends with the first of its bytes whose highest bit is not set.
    while left >= 8, offset <= lastOfFour - 4 {
      let eight = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      left -= (~eight & 0x8080_8080_8080_8080).nonzeroBitCount
      offset += 8
    }
    while left > 0 {
      guard offset < lastOfFour + 4 else { throw .truncated(offset: offset) }
      if start.load(fromByteOffset: offset, as: UInt8.self) < 0x80 { left -= 1 }
      offset += 1
    }
  }

  /// A reader of the bytes from the next number on.
  package var rest: ByteReader { reader.pointee.moved(to: offset) }

  @usableFromInline @inline(never)
  func readSlowly(at offset: Int) throws(DecodingFailure) -> (value: UInt64, end: Int) {
    var rest = reader.pointee.moved(to: offset)
    return (try rest.readVarint(), rest.offset)
  }

  /// The error for a complete but invalid value.
  public func corrupt(_ what: String) -> DecodingFailure {
    .corrupt(what: what, offset: offset)
  }
}

extension ByteReader {
  /// Calls `body` with a scan that begins at the offset of the next read. After the call, the next
  /// read of this reader begins where the scan ended.
  public mutating func scanNumbers(
    _ body: (inout NumberScan) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) {
    let reader = self
    offset = try withUnsafePointer(to: reader) { reader throws(DecodingFailure) in
      try bytes.withUnsafeBufferPointer { bytes throws(DecodingFailure) in
        guard let start = bytes.baseAddress else { throw .truncated(offset: reader.pointee.offset) }
        var scan = NumberScan(reader, from: UnsafeRawPointer(start))
        try body(&scan)
        return scan.offset
      }
    }
  }
}
