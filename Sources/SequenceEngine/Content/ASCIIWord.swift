// SPDX-License-Identifier: MIT

/// Up to eight ASCII characters in a register: the text of most edits.
@usableFromInline
package struct ASCIIWord: Sendable {
  /// The characters, the first in the lowest byte.
  @usableFromInline package let bytes: UInt64
  /// The number of characters.
  @usableFromInline package let count: Int

  /// - Parameter bytes: At most eight ASCII characters, the first in the lowest byte.
  @inlinable
  @inline(__always)
  package init(bytes: UInt64, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// Fails if the text is longer than eight bytes, or not of ASCII alone.
  package init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard utf8.count <= 8 else { return nil }
    count = utf8.count
    var bytes: UInt64 = 0
    for index in utf8.indices { bytes |= UInt64(utf8[index]) << UInt64(8 * index) }
    guard bytes & 0x8080_8080_8080_8080 == 0 else { return nil }
    self.bytes = bytes
  }

  /// Calls `body` with the characters in memory.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeBytes(of: bytes.littleEndian) { all in
      all.withMemoryRebound(to: UInt8.self) { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
  }
}
