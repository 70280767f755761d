// SPDX-License-Identifier: MIT

import BinaryCoding
import TestInputs
import Testing

/// The check of text in a reader, against that of the standard library.
@Suite struct UTF8CheckTests {
  /// Whether a reader takes bytes for text.
  private func passes(_ utf8: [UInt8]) -> Bool {
    var writer = ByteWriter()
    writer.writePrefixed(utf8)
    var reader = ByteReader(writer.bytes)
    return (try? reader.readUTF8())?.elementsEqual(utf8) ?? false
  }

  private func isText(_ utf8: [UInt8]) -> Bool {
    String(validating: utf8, as: UTF8.self) != nil
  }

  /// The first and last of each kind of byte.
  private static let borders: [UInt8] = [
    0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
    0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
  ]

  @Test func anyTwoBytes() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max where passes([first, second]) != isText([first, second]) {
        Issue.record("\([first, second])")
      }
    }
  }

  @Test func anyFourBordersOfKinds() {
    for first in Self.borders {
      for second in Self.borders {
        for third in Self.borders {
          for fourth in Self.borders {
            let bytes = [first, second, third, fourth]
            for bytes in [bytes, Array(bytes[..<3])] where passes(bytes) != isText(bytes) {
              Issue.record("\(bytes)")
            }
          }
        }
      }
    }
  }

  @Test func longTextsWithAnErrorOrNone() {
    var random = TestRun.generator(seed: 11)
    let pieces = [
      "plain ASCII of more than thirty-two bytes, ", "ä", "語", "😀", "x", "\u{7ff}\u{ffff}",
    ]
    for _ in 0..<TestRun.length(20_000) {
      var bytes = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
        Array(pieces[Int.random(in: pieces.indices, using: &random)].utf8)
      }
      if !passes(bytes) { Issue.record("\(bytes)") }
      if bytes.isEmpty { continue }
      bytes[Int.random(in: bytes.indices, using: &random)] ^=
        UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      if passes(bytes) != isText(bytes) { Issue.record("\(bytes)") }
    }
  }
}
