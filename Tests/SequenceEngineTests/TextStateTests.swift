// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// Edits that only the shown text knows yet, against a twin that is settled after every edit.
@Suite struct TextStateTests {
  private static let pieces = ["", "", "", "a", "b", " c", "eight ch", "é", "日本", "a long 👍 piece"]

  private let session = SessionID(run: RunID(rawValue: 7), number: 0)

  private func replace(_ range: Range<Int>, with string: String, in state: inout TextState) {
    var string = string
    string.withUTF8 {
      if let word = ASCIIWord($0) {
        state.replace(range, with: word)
      } else {
        state.replace(range, with: $0)
      }
    }
  }

  /// A random range, mostly at the place of the last edit, on either side.
  private func range(near caret: Int, of length: Int, _ random: inout SeededGenerator) -> Range<Int>
  {
    let start = random.below(8) == 0 ? random.below(length + 1) : min(caret, length)
    switch random.below(6) {
    case 0, 1: return start..<min(length, start + 1)
    case 2: return max(0, start - 1)..<start
    case 3: return start..<min(length, start + random.below(4))
    default: return start..<start
    }
  }

  private func isSame(_ state: borrowing TextState, as twin: borrowing TextState) -> Bool {
    let length = twin.rope.measure.scalars
    return state.rope.utf8(0..<length) == twin.rope.utf8(0..<length)
      && state.rope.measure == twin.rope.measure
      && state.inserted.count == twin.inserted.count
      && state.inserted.utf8(0..<twin.inserted.count) == twin.inserted.utf8(0..<twin.inserted.count)
      && state.log == twin.log && operations(of: state.log) == operations(of: twin.log)
      && state.log.elementCount == twin.log.elementCount
  }

  /// The operation of each event: its position, the element that it inserts, and its parents.
  private func operations(of log: SequenceLog) -> [[Int?]] {
    var operations: [[Int?]] = []
    log.operations.forEachPiece(in: 0..<log.graph.count) { piece in
      for (offset, event) in piece.events.enumerated() {
        let element = piece.run.isInsert ? piece.firstElement + offset : nil
        operations.append(
          [piece.run.dropping(offset).position, element] + log.graph.parents(of: event))
      }
    }
    return operations
  }

  @Test func whatWasTypedIsReadAndCopiedAsIfItWereSettled() {
    var random = TestRun.generator(seed: 1)
    var (typed, deleted) = (0, 0)
    for round in 0..<TestRun.length(200) {
      var state = TextState()
      var twin = TextState()
      state.log.beginEdits(by: session)
      twin.log.beginEdits(by: session)
      var caret = 0
      for step in 0..<60 {
        let range = range(near: caret, of: twin.rope.measure.scalars, &random)
        let piece = Self.pieces[random.below(range.isEmpty ? 10 : 4)]
        if range.isEmpty, piece.isEmpty { continue }
        replace(range, with: piece, in: &state)
        replace(range, with: piece, in: &twin)
        twin.settle()
        caret = range.lowerBound + piece.unicodeScalars.count
        let growth = state.rope.finger.typed
        if growth > 0 { typed += 1 }
        if growth < 0 { deleted += 1 }
        guard random.below(4) == 0 else { continue }
        let copy = state.copy()
        guard copy.rope.finger.typed == 0, isSame(state, as: twin), isSame(copy, as: twin) else {
          Issue.record("round \(round), step \(step): \(range) became \(piece)")
          return
        }
        if random.below(4) == 0 { state = copy.copy() }
      }
    }
    #expect(typed > 0 && deleted > 0)
  }

  /// A single delete has no direction until the next one. A next delete in either direction needs
  /// no log.
  @Test(arguments: [OperationKind.deleteForward, .deleteBackward])
  func aSingleDeleteGoesOnEitherWay(kind: OperationKind) {
    var state = TextState()
    state.log.beginEdits(by: session)
    replace(0..<0, with: "some text", in: &state)
    for count in 0..<3 {
      let position = kind == .deleteBackward ? 5 - count : 5
      replace(position..<(position + 1), with: "", in: &state)
      #expect(state.rope.finger.typed == -count)
    }
    let last = state.log.operations.piece(1).run
    #expect(last == OperationRun(kind: kind, position: 5, length: 3))
    // A delete in the other direction begins another run.
    let other = kind == .deleteBackward ? 3 : 4
    replace(other..<(other + 1), with: "", in: &state)
    #expect(state.log.operations.entries.count == 3)
    #expect(state.rope.utf8(0..<5) == Array((kind == .deleteBackward ? "somxt" : "somet").utf8))
  }
}
