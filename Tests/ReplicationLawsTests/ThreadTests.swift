// SPDX-License-Identifier: MIT

import Causality
import Synchronization
import Testing

@testable import ReplicationLaws

struct ThreadTests {
  @Test func bothAreDoneOnTwoThreads() {
    final class Place {
      let mark = Mutex(0)
    }
    let places = (Place(), Place())
    for round in 1...100 {
      TwoThreads.run(
        { places.0.mark.withLock { $0 += 1 } }, { places.1.mark.withLock { $0 += 1 } })
      #expect(places.0.mark.withLock { $0 } == round)
      #expect(places.1.mark.withLock { $0 } == round)
    }
  }

  /// A task-local value of this task is not seen on the other thread.
  @Test func oneRunsElsewhere() {
    final class Seen {
      var flaw: Flaw?
    }
    let seen = (Seen(), Seen())
    Flaw.$current.withValue(.sharesStorage) {
      TwoThreads.run({ seen.0.flaw = Flaw.current }, { seen.1.flaw = Flaw.current })
    }
    #expect(seen.0.flaw == nil)
    #expect(seen.1.flaw == .sharesStorage)
  }
  /// A number that only grows. One of its two edits changes all copies.
  private struct Peak: Replicable, Equatable {
    final class Storage: @unchecked Sendable {
      var height: Int
      init(_ height: Int) { self.height = height }
    }

    private var storage = Storage(0)
    var height: Int { storage.height }

    mutating func climb() { storage = Storage(height + 2) }
    func climbEverywhere() { storage.height += 1 }

    func merged(with other: Peak) -> Peak { height < other.height ? other : self }
    static func == (left: Peak, right: Peak) -> Bool { left.height == right.height }
  }

  /// The merge of the first copy hides the change of the original by the second.
  @Test func anEditOfTheSecondCopyThatChangesTheOriginalIsFound() throws {
    let subject = LawSubject(
      "a peak", make: { Peak() },
      edits: [
        { peak, _ in
          peak.climb()
          return "climb"
        },
        { peak, _ in
          peak.climbEverywhere()
          return "climb everywhere"
        },
      ], observe: { $0.height })
    func change(_ edit: Int) throws -> Change {
      let word = try #require(
        (0..<100).first { word in
          var random = SeededGenerator(seed: word)
          return random.pick([0, 1]) == edit
        } as UInt64?)
      return Change(moment: Moment(device: 0, milliseconds: 1), word: word)
    }
    var plan = Plan()
    plan.devices = [1]
    plan.actions = [
      .make(.replica(0), Moment(device: 0, milliseconds: 1)),
      .editApart(
        .replica(0), [try change(0)], .replica(0), [try change(1)], isOneDevice: true),
    ]
    var execution = Execution(
      of: plan, on: subject, report: LawReport(subject: subject.name, seed: 1))
    let breach = #expect(throws: Breach.self) { try execution.run() }
    #expect(breach?.law == .valueSemantics)
  }
}
