// SPDX-License-Identifier: MIT

/// Tests whether bytes are UTF-8, by table 3-7 of the Unicode Standard ("Well-Formed UTF-8 Byte
/// Sequences"). ASCII, the bulk of most texts, is tested eight bytes at a time.
enum UTF8Check {
  /// - Complexity: O(*n*) for *n* bytes.
  static func passes(_ utf8: ArraySlice<UInt8>) -> Bool {
    utf8.withUnsafeBytes(passes)
  }

  private static func passes(_ utf8: UnsafeRawBufferPointer) -> Bool {
    var next = 0
    while true {
      next = endOfASCII(in: utf8, from: next)
      if next == utf8.count { return true }
      repeat {
        let count = scalarCount(in: utf8, at: next)
        if count == 0 { return false }
        next += count
      } while next < utf8.count && utf8[next] >= 0x80
    }
  }

  private static func endOfASCII(in utf8: UnsafeRawBufferPointer, from start: Int) -> Int {
    var next = start
    while next + 32 <= utf8.count {
      var long: UInt64 = 0
      for offset in stride(from: next, to: next + 32, by: 8) {
        long |= utf8.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
      if long & 0x8080_8080_8080_8080 != 0 { break }
      next += 32
    }
    while next + 8 <= utf8.count {
      let word = utf8.loadUnaligned(fromByteOffset: next, as: UInt64.self)
      let long = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
      if long != 0 { return next + long.trailingZeroBitCount / 8 }
      next += 8
    }
    while next < utf8.count, utf8[next] < 0x80 { next += 1 }
    return next
  }

  /// The number of bytes of a scalar that is not ASCII, or 0 if the scalar is ill-formed.
  private static func scalarCount(in utf8: UnsafeRawBufferPointer, at start: Int) -> Int {
    let second: ClosedRange<UInt8>
    let count: Int
    switch utf8[start] {
    case 0xc2...0xdf: (count, second) = (2, 0x80...0xbf)
    case 0xe0: (count, second) = (3, 0xa0...0xbf)
    case 0xed: (count, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (count, second) = (3, 0x80...0xbf)
    case 0xf0: (count, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (count, second) = (4, 0x80...0xbf)
    case 0xf4: (count, second) = (4, 0x80...0x8f)
    default: return 0
    }
    guard count <= utf8.count - start, second.contains(utf8[start + 1]) else { return 0 }
    for offset in 2..<max(count, 2) where utf8[start + offset] & 0xc0 != 0x80 { return 0 }
    return count
  }
}
