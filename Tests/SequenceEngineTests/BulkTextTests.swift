// SPDX-License-Identifier: MIT

import TestInputs
import Testing

@testable import SequenceEngine

/// Text that is taken in as a whole, against the same text taken in by pieces.
@Suite struct BulkTextTests {
  /// A random text, with a length around the sizes of leaves, chunks and marks.
  private func text(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    let pieces = ["a", "plain words ", "ä", "語", "😀", String(repeating: "long ", count: 30)]
    let kinds = Bool.random(using: &random) ? 2 : pieces.count
    let most = Bool.random(using: &random) ? 20 : 300
    return (0..<Int.random(in: 0...most, using: &random)).flatMap { _ in
      Array(pieces[Int.random(in: 0..<kinds, using: &random)].utf8)
    }
  }

  @Test func aRopeMadeAtOnceIsEditedAsAnyOther() {
    var random = TestRun.generator(seed: 3)
    for _ in 0..<TestRun.length(300) {
      let utf8 = text(&random)
      var made = TextRope(showing: utf8[...])
      var typed = TextRope()
      typed.insert(utf8[...], at: 0)
      #expect(made.measure == typed.measure)
      #expect(made.utf8(0..<made.measure.scalars) == utf8)
      for _ in 0..<5 {
        let at = Int.random(in: 0...made.measure.scalars, using: &random)
        made.insert(Array("öh".utf8)[...], at: at)
        typed.insert(Array("öh".utf8)[...], at: at)
        made.remove((at / 2)..<at)
        typed.remove((at / 2)..<at)
      }
      #expect(made.utf8(0..<made.measure.scalars) == typed.utf8(0..<typed.measure.scalars))
    }
  }

  @Test func aDraftShowsItsRangesOfTheText() {
    var random = TestRun.generator(seed: 4)
    for _ in 0..<TestRun.length(2_000) {
      let utf8 = text(&random)
      let scalars = Array(String(decoding: utf8, as: UTF8.self).unicodeScalars)
      if scalars.isEmpty { continue }
      var operations = [DocumentOperation.insert(elements: 0..<scalars.count, at: 0)]
      var document = Array(scalars.indices)
      while document.count > 1, Int.random(in: 0..<10, using: &random) > 0 {
        let start = Int.random(in: document.indices, using: &random)
        let range = start..<min(document.count, start + Int.random(in: 1...70, using: &random))
        operations.append(.delete(range))
        document.removeSubrange(range)
      }
      let shown = DocumentDraft(operations).text(of: utf8[...], scalars: scalars.count)
      var expected = String.UnicodeScalarView()
      for element in document { expected.append(scalars[element]) }
      #expect(shown == Array(String(expected).utf8))
    }
  }

  @Test func manyScalarsAreKeptAtOnceAsByPieces() {
    var random = TestRun.generator(seed: 5)
    for _ in 0..<TestRun.length(100) {
      let start = text(&random)
      let utf8 = (0..<Int.random(in: 0...8, using: &random)).flatMap { _ in text(&random) }
      var atOnce = InsertedText()
      atOnce.append(start[...])
      atOnce.append(utf8[...])
      let scalars = Array(String(decoding: start + utf8, as: UTF8.self).unicodeScalars)
      #expect(atOnce.count == scalars.count)
      for _ in 0..<10 {
        let lower = Int.random(in: 0...scalars.count, using: &random)
        let upper = Int.random(in: lower...scalars.count, using: &random)
        var expected = String.UnicodeScalarView()
        expected.append(contentsOf: scalars[lower..<upper])
        #expect(atOnce.utf8(lower..<upper) == Array(String(expected).utf8))
      }
    }
  }
}
