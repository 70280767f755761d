// SPDX-License-Identifier: MIT

#if DECENT_INVARIANTS
  import Causality
  import Testing

  @testable import SequenceEngine

  /// Many concurrent sessions that insert at one place. No session has seen another.
  @Suite struct ManySessionsTests {
    /// The steps of taking in the sessions, in canonical order, and of shortening the version after it.
    private func work(sessions count: Int) throws -> [WorkCounter.Work] {
      var batch = EventBatch()
      for number in 0..<count {
        let id = SessionID(run: RunID(rawValue: 1), number: UInt32(number))
        batch.sessions.append(EventBatch.Session(id: id, firstNumber: 0))
        let insert = OperationRun(kind: .insert, position: 0, length: 1)
        batch.append(session: number, parents: [], operations: [insert])
      }
      var log = SequenceLog()
      var operations: [DocumentOperation] = []
      let work = try WorkCounter.during {
        operations = try log.integrate(batch, documentLength: 0).operations
      }
      // The newest stands first.
      #expect(
        operations
          == (0..<count).map { .insert(elements: (count - 1 - $0)..<(count - $0), at: $0) })
      let version = log.version
      var short = SequenceVersion()
      let shortening = WorkCounter.during { short = log.shortened(version) }
      #expect(short == version)
      return [work, shortening]
    }

    @Test func fourTimesAsManySessionsTakeAboutFourTimesTheSteps() throws {
      let works = try [1_000, 4_000].map(work)
      print("inserting at one place in 1,000 and 4,000 sessions: \(works)")
      #expect(works.map { $0[0].events } == [1_000, 4_000])
      #expect(works[0][0].nodes > 0 && works[1][0].nodes < 6 * works[0][0].nodes)
      #expect(works[0][1].runs > 0 && works[1][1].runs < 6 * works[0][1].runs)
    }
  }
#endif
