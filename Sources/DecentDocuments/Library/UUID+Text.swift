// SPDX-License-Identifier: MIT

import Foundation

/// The text of an id, in lower case, as the names of documents contain it. Foundation's own
/// conversions take ten times as long, which is noticeable when thousands of documents are added.
extension UUID {
  var text: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var end = 0
        for (place, byte) in bytes.enumerated() {
          if [4, 6, 8, 10].contains(place) {
            text[end] = UInt8(ascii: "-")
            end += 1
          }
          for digit in [byte >> 4, byte & 15] {
            text[end] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            end += 1
          }
        }
        return end
      }
    }
  }

  /// Parses a text in the form of ``text``; nil if the text has another form.
  init?(text: Substring) {
    var bits: UInt128 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): bits = bits << 4 | UInt128(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): bits = bits << 4 | UInt128(byte - 0x57)
      case UInt8(ascii: "-"): continue
      default: return nil
      }
    }
    self.init(uuid: withUnsafeBytes(of: bits.bigEndian) { $0.loadUnaligned(as: uuid_t.self) })
    guard self.text == text else { return nil }
  }
}
