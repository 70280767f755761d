// SPDX-License-Identifier: MIT

import DecentNotes

/// The sort key of a title. The key ignores case and accents, and orders numbers by their value.
struct TitleKey: Comparable {
  /// The title's scalars, in which a number stands as the scalar `0`, the count of the number's
  /// digits without leading zeros, and these digits.
  private var parts: [UInt32] = []
  private let title: String

  init(_ title: String) {
    self.title = title
    let scalars = title.foldedAsTyped.unicodeScalars.map(\.value)
    var rest = scalars[...]
    while let first = rest.first {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else {
        parts.append(first)
        rest = rest.dropFirst()
        continue
      }
      let number = digits.drop { $0 == 0x30 }
      parts += [0x30, UInt32(number.count)] + number
      rest = rest.dropFirst(digits.count)
    }
  }

  static func < (left: TitleKey, right: TitleKey) -> Bool {
    left.parts == right.parts
      ? left.title < right.title : left.parts.lexicographicallyPrecedes(right.parts)
  }
}
