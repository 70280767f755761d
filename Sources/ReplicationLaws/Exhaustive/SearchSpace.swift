// SPDX-License-Identifier: MIT

import Causality

/// A breadth-first search of the states that three replicas with given clocks can reach.
struct SearchSpace<Value: Replicable & Equatable, Observation: Hashable> {
  /// The first way by which a global state was reached.
  private struct Arrival {
    let key: UInt64
    let parent: Int32
    let step: SearchStep?
    let merges: Int
  }

  var laws: SearchLaws<Value, Observation>
  private(set) var report: SearchReport.Part
  /// The steps to the failure, if there is one.
  private(set) var failingSteps: [SearchStep] = []

  private let scope: SearchScope
  private let editCount: Int
  private var arrivals: [Arrival] = []
  private var known = PackedTable()

  init(
    _ subject: LawSubject<Value, Observation>,
    _ edits: [ExhaustiveSearch<Value, Observation>.NamedEdit], _ scope: SearchScope,
    _ clocks: [UInt64]
  ) {
    self.scope = scope
    editCount = edits.count
    laws = SearchLaws(subject, LocalStates(subject, edits, scope, clocks))
    report = SearchReport.Part(clocks: clocks)
  }

  /// Goes through all states.
  mutating func explore() throws(SearchFailure) {
    let start = try laws.states.start()
    try arrive(Arrival(key: key(start), parent: -1, step: nil, merges: 0), changed: nil)
    var place = 0
    while place < arrivals.count {
      try expand(place)
      place += 1
    }
    report.states = arrivals.count
    report.values = laws.states.table.values.count
    report.checks = laws.checks
  }

  private mutating func expand(_ place: Int) throws(SearchFailure) {
    let locals = locals(arrivals[place].key)
    let editsMade = locals.reduce(0) { $0 + laws.states.states[$1].edits }
    if editsMade < scope.edits {
      for replica in locals.indices {
        for edit in 0..<editCount {
          try take(.edit(replica: replica, edit: edit), from: place, locals)
        }
      }
    }
    if arrivals[place].merges < scope.merges {
      for replica in locals.indices {
        for other in locals.indices where other != replica {
          try take(.merge(replica: replica, other: other), from: place, locals)
        }
      }
    }
  }

  private mutating func take(
    _ step: SearchStep, from place: Int, _ locals: [Int]
  ) throws(SearchFailure) {
    var next = locals
    var merges = arrivals[place].merges
    let changed: Int
    failingSteps = []
    do throws(SearchFailure) {
      switch step {
      case .edit(let replica, let edit):
        changed = replica
        guard let after = try laws.edit(locals[replica], edit) else { return }
        next[replica] = after
      case .merge(let replica, let other):
        changed = replica
        next[replica] = try laws.states.merge(locals[other], into: locals[replica])
        merges += 1
      }
    } catch {
      failingSteps = steps(to: place) + [step]
      throw error
    }
    report.transitions += 1
    guard next[changed] != locals[changed] else { return }
    try arrive(
      Arrival(key: key(next), parent: Int32(place), step: step, merges: merges), changed: changed)
  }

  /// Records a state, and checks the laws in the state if the state is new.
  ///
  /// - Parameter changed: The replica that the last step changed. Laws that do not concern this
  ///   replica were checked before. If nil, all laws are checked.
  private mutating func arrive(
    _ arrival: Arrival, changed: Int?
  ) throws(SearchFailure) {
    // No more edits or merges can follow a later arrival at a known state than the first arrival.
    guard known.insert(arrival.key) else { return }
    arrivals.append(arrival)
    do throws(SearchFailure) {
      try laws.check(locals(arrival.key), changed: changed)
    } catch {
      failingSteps = steps(to: arrivals.count - 1)
      throw error
    }
  }

  private func steps(to place: Int) -> [SearchStep] {
    var steps: [SearchStep] = []
    var place = place
    while place >= 0 {
      if let step = arrivals[place].step { steps.append(step) }
      place = Int(arrivals[place].parent)
    }
    return steps.reversed()
  }

  // MARK: Packing

  private func key(_ locals: [Int]) -> UInt64 {
    locals.reduce(0) { $0 << UInt64(SearchScope.numberBits) | UInt64($1) }
  }

  private func locals(_ key: UInt64) -> [Int] {
    let mask = UInt64(1) << UInt64(SearchScope.numberBits) - 1
    return (0..<SearchScope.replicaCount).reversed().map {
      Int(key >> UInt64($0 * SearchScope.numberBits) & mask)
    }
  }
}
