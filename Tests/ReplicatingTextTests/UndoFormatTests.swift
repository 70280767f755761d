// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

@Suite struct UndoFormatTests {
  private func example() throws -> (text: ReplicatingText, undo: TextUndo) {
    var text: ReplicatingText = "start"
    var undo = TextUndo(limit: 7, joiningWithin: 300)
    for number in 0..<4 {
      undo.edit(&text, at: UInt64(number) * 1_000) {
        $0.unicodeScalars.replaceSubrange(number..<(number + 2), with: "ab")
      }
    }
    try undo.undo(&text.utf16)
    try undo.undo(&text.utf16)
    return (text, undo)
  }

  @Test func itIsReadAsItWasWritten() throws {
    let (text, undo) = try example()
    let bytes = undo.encoded()
    var read = try TextUndo(encoded: bytes)
    #expect(read.encoded() == bytes)
    let json = try JSONEncoder().encode(undo)
    #expect(try JSONDecoder().decode(TextUndo.self, from: json).encoded() == bytes)
    var copy = text
    #expect(try read.redo(&copy.utf16).count == 1)
  }

  @Test func damagedBytesAreRefused() throws {
    let bytes = try example().undo.encoded()
    for place in bytes.indices {
      #expect(throws: DecodingFailure.self) { try TextUndo(encoded: Array(bytes[..<place])) }
      var damaged = bytes
      damaged[place] ^= 1
      #expect(throws: DecodingFailure.self) { try TextUndo(encoded: damaged) }
    }
  }

  /// Damaged bytes with a right checksum are refused, or give steps that undo something or nothing.
  @Test func forgedStepsNeverTrap() throws {
    var random = TestRun.generator(seed: 1)
    let (text, undo) = try example()
    let body = undo.encoded()
    var read = 0
    for _ in 0..<TestRun.length(2_000) {
      var forged = body
      for _ in 0...random.below(3) {
        forged[random.below(forged.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let undo = try? TextUndo(encoded: resealed(forged)) else { continue }
      read += 1
      for isUndo in [true, false] {
        var (undo, text) = (undo, text)
        for _ in 0..<10 {
          if isUndo { _ = try? undo.undo(&text.utf16) } else { _ = try? undo.redo(&text.utf16) }
        }
        let copy = try ReplicatingText(encoded: text.encoded())
        #expect(copy == text && copy.string == text.string)
        #expect(try TextUndo(encoded: undo.encoded()).encoded() == undo.encoded())
      }
    }
    print("\(read) forged steps were read")
    #expect(read > 0)
  }

  /// The bytes of a frame with a right checksum.
  private func resealed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(contentsOf: bytes.dropLast(4))
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    return writer.bytes
  }
}
