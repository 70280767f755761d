// SPDX-License-Identifier: MIT

/// Text as UTF-8, for reading stretches that are given by scalar offsets. The value notes the start
/// of every 64th scalar, unless each scalar takes one byte.
struct ScalarPlaces {
  private static let step = 64

  private let utf8: UnsafeBufferPointer<UInt8>
  /// The byte offset of every 64th scalar; empty if the text is ASCII.
  private var bytes: [Int] = []

  /// - Parameters:
  ///   - utf8: Well-formed UTF-8. The memory must stay alive while this value is used.
  ///   - scalars: The number of scalars in `utf8`.
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ utf8: UnsafeBufferPointer<UInt8>, scalars: Int) {
    self.utf8 = utf8
    if scalars == utf8.count { return }
    bytes.reserveCapacity(scalars / Self.step + 1)
    var byte = 0
    while byte < utf8.count {
      bytes.append(byte)
      byte += length(ofScalars: Self.step, at: byte)
    }
  }

  /// The bytes of some scalars.
  func utf8(_ scalars: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    let bytes = byte(scalars.lowerBound)..<byte(scalars.upperBound)
    return UnsafeBufferPointer(rebasing: utf8[bytes])
  }

  /// The offset of a scalar or of the end, in bytes.
  private func byte(_ scalar: Int) -> Int {
    if bytes.isEmpty { return scalar }
    let place = scalar / Self.step
    guard place < bytes.count else { return utf8.count }
    let rest = scalar % Self.step
    // The last stretch may have fewer than 64 scalars.
    let isASCII = place + 1 < bytes.count && bytes[place + 1] - bytes[place] == Self.step
    if rest == 0 || isASCII { return bytes[place] + rest }
    return bytes[place] + length(ofScalars: rest, at: bytes[place])
  }

  /// The number of bytes of the `count` scalars from `byte` on, or of all scalars from `byte` on if
  /// they are fewer.
  private func length(ofScalars count: Int, at byte: Int) -> Int {
    guard let start = utf8.baseAddress else { return 0 }
    return UTF8Stretch(start: start + byte, count: utf8.count - byte)
      .prefix(count, in: .scalars).bytes
  }
}

extension DocumentDraft {
  /// The shown text.
  ///
  /// - Parameters:
  ///   - utf8: All text ever inserted, well-formed.
  ///   - scalars: The number of scalars in `utf8`.
  /// - Complexity: O(*n*) for *n* bytes.
  package func text(of utf8: ArraySlice<UInt8>, scalars: Int) -> [UInt8] {
    utf8.withUnsafeBufferPointer { utf8 in
      let places = ScalarPlaces(utf8, scalars: scalars)
      var shown = ByteTail(capacity: utf8.count)
      for range in elements { shown.append(places.utf8(range)) }
      return shown.bytes
    }
  }
}
