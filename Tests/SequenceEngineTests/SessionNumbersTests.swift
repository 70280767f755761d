// SPDX-License-Identifier: MIT

import Causality
import Testing

@testable import SequenceEngine

@Suite struct SessionNumbersTests {
  /// A log of which each event is of a session of its own and builds on the event before.
  private func log(sessions count: Int) -> SequenceLog {
    var log = SequenceLog()
    for number in 0..<count {
      log.append(
        session: Self.session(number), length: 1, parents: number == 0 ? [] : [number - 1],
        operations: [OperationRun(kind: .insert, position: number, length: 1)], from: 0)
    }
    return log
  }

  private static func session(_ number: Int) -> SessionID {
    SessionID(run: RunID(rawValue: UInt128(number)), number: 0)
  }

  @Test(arguments: [1, 40])
  func numbersAreFoundBySession(_ count: Int) {
    let log = log(sessions: 40)
    var numbers = SessionNumbers(of: log.graph, for: count)
    #expect((0..<40).allSatisfy { numbers[$0] == nil })
    numbers[3] = 0
    numbers[39] = 7
    #expect(numbers[3] == 0 && numbers[39] == 7 && numbers[4] == nil)
  }

  /// A delta of two of forty sessions, and one of all, name the same events.
  @Test func deltasOfFewAndOfManySessionsAgree() throws {
    let log = log(sessions: 40)
    let known = SequenceVersion(tips: [Dot(session: Self.session(37), number: 0)], hints: [])
    let few = try #require(log.extract(since: known)).batch
    #expect(few.sessions.map(\.id) == [Self.session(38), Self.session(39)])
    #expect(few.parents == [.outside(0), .inside(event: 0, chain: 0)])
    var other = self.log(sessions: 38)
    _ = try other.integrate(few, documentLength: 38)
    #expect(other.wholeExtract.batch == log.wholeExtract.batch)
  }
}
