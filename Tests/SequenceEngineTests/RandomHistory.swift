// SPDX-License-Identifier: MIT

import Causality
import NaiveFugue
import ReplicationLaws

@testable import SequenceEngine

/// A history such as a hostile author could write: positions beyond the end, parents that others
/// imply, sessions whose events have not seen each other. Only one rule holds: Lamport times grow
/// along each session.
struct RandomHistory {
  /// Consecutive events of one session, each the only parent of the next.
  struct Chain {
    var first: Dot
    var parents: [Dot]
    var runs: [OperationRun]
    var last: Dot
  }

  private(set) var chains: [Chain] = []
  private var lamports: [Dot: Int] = [:]
  private var lastOfSession: [SessionID: Dot] = [:]

  init(_ random: inout SeededGenerator) {
    for _ in 0..<(2 + random.below(12)) { addChain(&random, sessions: 4, Self.run) }
  }

  /// A history made elsewhere.
  init(of chains: [Chain]) { self.chains = chains }

  /// Many sessions that insert at the first few places, mostly concurrently. They make gaps with
  /// many siblings, and with right parents among them.
  static func crowded(_ random: inout SeededGenerator, chains: Int) -> RandomHistory {
    var history = RandomHistory(&random)
    for _ in 0..<chains {
      history.addChain(&random, sessions: chains) { random in
        random.oneIn(12)
          ? OperationRun(kind: .deleteForward, position: random.below(3), length: 1)
          : OperationRun(kind: .insert, position: random.below(3), length: 1 + random.below(2))
      }
    }
    return history
  }

  private mutating func addChain(
    _ random: inout SeededGenerator, sessions: Int, _ run: (inout SeededGenerator) -> OperationRun
  ) {
    let session = SessionID(run: RunID(rawValue: 1), number: UInt32(random.below(sessions)))
    let own = lastOfSession[session]
    var parents: Set<Dot> = []
    for _ in 0..<random.below(4) {
      if let dot = lamports.keys.sorted().randomElement(using: &random) { parents.insert(dot) }
    }
    if let own, random.oneIn(2) { parents.insert(own) }
    let time = parents.compactMap { lamports[$0] }.max() ?? 0
    if let own, let last = lamports[own], time < last { parents.insert(own) }
    let runs = (0...random.below(2)).map { _ in run(&random) }
    let first = Dot(session: session, number: own.map { $0.number + 1 } ?? 0)
    let start = (parents.compactMap { lamports[$0] }.max() ?? 0) + 1
    let length = runs.reduce(0) { $0 + $1.length }
    for offset in 0..<length {
      lamports[Dot(session: session, number: first.number + offset)] = start + offset
    }
    let last = Dot(session: session, number: first.number + length - 1)
    lastOfSession[session] = last
    chains.append(Chain(first: first, parents: parents.sorted(), runs: runs, last: last))
  }

  private static func run(_ random: inout SeededGenerator) -> OperationRun {
    let length = 1 + random.below(4)
    switch random.below(4) {
    case 0: return OperationRun(kind: .deleteForward, position: random.below(8), length: length)
    case 1:
      return OperationRun(
        kind: .deleteBackward, position: length - 1 + random.below(6), length: length)
    default: return OperationRun(kind: .insert, position: random.below(10), length: length)
    }
  }

  /// The chains in a random one of the orders in which a receiver can learn them.
  func shuffled(_ random: inout SeededGenerator) -> [Chain] {
    var waiting = random.shuffled(chains)
    var known: [SessionID: Int] = [:]
    var order: [Chain] = []
    while let next = waiting.firstIndex(where: { chain in
      chain.first.number == known[chain.first.session] ?? 0
        && chain.parents.allSatisfy { $0.number < known[$0.session] ?? 0 }
    }) {
      let chain = waiting.remove(at: next)
      known[chain.first.session] = chain.last.number + 1
      order.append(chain)
    }
    return order
  }

  /// The document of the naive tree: each element by the dot that inserted it.
  var naiveDocument: [Dot] {
    var tree = NaiveFugue<SessionID, Dot>()
    for chain in chains {
      var dot = chain.first
      var parents = chain.parents
      for run in chain.runs {
        for offset in 0..<run.length {
          let position = run.dropping(offset).position
          tree.add(
            FugueEvent(
              FugueEventID(dot.session, dot.number),
              after: parents.map { FugueEventID($0.session, $0.number) },
              run.isInsert ? .insert(dot, at: position) : .delete(at: position)))
          parents = [dot]
          dot = Dot(session: dot.session, number: dot.number + 1)
        }
      }
    }
    return tree.elements
  }
}
