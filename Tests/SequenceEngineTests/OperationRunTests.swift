// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

@Suite struct OperationRunTests {
  /// One operation by itself.
  private struct Single: Equatable {
    var isInsert: Bool
    var position: Int

    var run: OperationRun {
      OperationRun(kind: isInsert ? .insert : .deleteForward, position: position, length: 1)
    }
  }

  /// The canonical cut: every single operation is joined with the run before if it can be.
  private func joined(_ singles: ArraySlice<Single>) -> [OperationRun] {
    var runs: [OperationRun] = []
    for single in singles {
      guard let last = runs.indices.last, runs[last].extendByFirst(of: single.run) else {
        runs.append(single.run)
        continue
      }
    }
    return runs
  }

  private func singles(of run: OperationRun) -> [Single] {
    (0..<run.length).map { offset in
      switch run.kind {
      case .insert: Single(isInsert: true, position: run.position + offset)
      case .deleteForward: Single(isInsert: false, position: run.position)
      case .deleteBackward: Single(isInsert: false, position: run.position - offset)
      }
    }
  }

  /// Joins pieces cut at the places whose bits are set in `cuts`.
  private func joined(_ singles: [Single], cuts: Int) -> [OperationRun] {
    var batch = EventBatch()
    var start = 0
    for end in 1...singles.count where end == singles.count || cuts >> (end - 1) & 1 == 1 {
      joined(singles[start..<end]).forEach { batch.append($0, joiningFrom: 0) }
      start = end
    }
    return batch.operations
  }

  @Test func joiningPiecesIsJoiningOneByOne() {
    let choices = [true, false].flatMap { isInsert in
      (0..<3).map { Single(isInsert: isInsert, position: $0) }
    }
    for length in 1...5 {
      var cases: [[Single]] = [[]]
      for _ in 0..<length { cases = cases.flatMap { start in choices.map { start + [$0] } } }
      for singles in cases {
        let expected = joined(singles[...])
        if expected.flatMap({ self.singles(of: $0) }) != singles {
          Issue.record("\(singles) became \(expected)")
          return
        }
        for cuts in 0..<(1 << (length - 1)) where joined(singles, cuts: cuts) != expected {
          Issue.record("\(singles) cut by \(cuts): \(joined(singles, cuts: cuts)), not \(expected)")
          return
        }
      }
    }
  }

  /// Positions go up, stay or go down, as in real histories.
  @Test func joiningLongPiecesIsJoiningOneByOne() {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(10_000) {
      var position = 20
      let singles = (0..<16).map { _ in
        position = max(0, position + random.pick([-1, -1, 0, 0, 1]))
        return Single(isInsert: random.oneIn(5), position: position)
      }
      let cuts = Int(random.next() & 0x7fff)
      if joined(singles, cuts: cuts) != joined(singles[...]) {
        Issue.record("run \(run): \(singles) cut by \(cuts)")
        return
      }
    }
  }

  @Test func aLogJoinsAsTheCanonicalFormDoes() {
    var random = TestRun.generator(seed: 2)
    for _ in 0..<1_000 {
      var log = OperationLog()
      var singles: [Single] = []
      var position = 20
      for step in 0..<12 {
        position = max(3, position + random.pick([-1, 0, 1]))
        let kind = random.pick([OperationKind.insert, .deleteForward, .deleteBackward])
        let run = OperationRun(kind: kind, position: position, length: 1 + random.below(3))
        log.append(run, isNewRun: step == 0)
        singles += self.singles(of: run)
        position = run.end
      }
      let runs = (0..<log.entries.count).map { log.piece($0).run }
      #expect(runs == joined(singles[...]))
      let start = random.below(singles.count)
      let end = start + random.below(singles.count - start + 1)
      var parts: [Single] = []
      log.forEachPiece(in: start..<end) { piece in parts += self.singles(of: piece.run) }
      #expect(parts == Array(singles[start..<end]))
    }
  }

  @Test func missesAreThoseOfAWalkThroughTheDocument() {
    for kind in [OperationKind.insert, .deleteForward, .deleteBackward] {
      for (position, length) in (0...7).flatMap({ position in (1...7).map { (position, $0) } }) {
        if kind == .deleteBackward, position - length + 1 < 0 { continue }
        let run = OperationRun(kind: kind, position: position, length: length)
        for documentLength in 0...8 {
          var (left, misses) = (documentLength, 0)
          for single in singles(of: run) {
            if single.isInsert {
              left += 1
            } else if single.position < left {
              left -= 1
            } else {
              misses += 1
            }
          }
          #expect(run.misses(documentLength: documentLength) == misses)
          #expect(run.lengthAfter(documentLength: documentLength) == left)
        }
      }
    }
  }
}
