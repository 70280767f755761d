// SPDX-License-Identifier: MIT

import Causality

extension CausalGraph {
  /// Makes the graph of a whole history, one run for each chain.
  ///
  /// - Throws: ``MissingHistory`` if the history builds on events outside, or if Lamport times do
  ///   not grow along a session.
  /// - Complexity: O(*c* + *p*) in the chains and their parents.
  init(_ columns: EventColumns) throws(MissingHistory) {
    self.init(after: columns.base)
    guard columns.externals.isEmpty,
      columns.sessions.allSatisfy({ $0.firstNumber == base?.counts[$0.id] ?? 0 })
    else {
      throw MissingHistory()
    }
    let places = try addSessions(of: columns)
    /// The time of the latest event of each session.
    var times = [Int](repeating: 0, count: places.count)
    var isTip = [Bool](repeating: true, count: columns.chains.count)
    var parents: [Parent] = []
    for chain in columns.chains {
      try readParents(of: chain, in: columns, into: &parents, retiring: &isTip)
      let time = lamport(after: parents)
      guard time > times[chain.session] else { throw MissingHistory() }
      times[chain.session] = time + chain.events.count - 1
      load(
        length: chain.events.count, ofSession: places[chain.session], lamport: time,
        parents: parents)
    }
    load(
      earlierTips: columns.chains.indices.dropLast().filter { isTip[$0] }
        .map { columns.chains[$0].events.upperBound - 1 })
  }

  /// - Returns: The local place of each session.
  private mutating func addSessions(
    of columns: EventColumns
  ) throws(MissingHistory) -> [Int] {
    if base != nil { return columns.sessions.map { place(of: $0.id) ?? addSession($0.id) } }
    guard let table = columns.table ?? SessionTable(columns.sessions.lazy.map { $0.id }) else {
      throw MissingHistory()
    }
    load(table)
    return Array(table.indices)
  }

  /// Reads the parents of the first event of a chain, ascending. A chain whose last event is such a
  /// parent does not end in a tip.
  private func readParents(
    of chain: EventColumns.Chain, in columns: EventColumns, into parents: inout [Parent],
    retiring isTip: inout [Bool]
  ) throws(MissingHistory) {
    parents.removeAll(keepingCapacity: true)
    var isAscending = true
    // Parents stand nearest first.
    for index in chain.parents.reversed() {
      guard case .inside(let event, let owner) = columns.parents[index] else {
        throw MissingHistory()
      }
      if event == columns.chains[owner].events.upperBound - 1 { isTip[owner] = false }
      if let last = parents.last, last.event >= event { isAscending = false }
      parents.append(Parent(event: event, run: owner))
    }
    if isAscending { return }
    // This happens only in forged histories, where parents may also stand twice.
    parents.sort { $0.event < $1.event }
    let all = parents
    parents.removeAll(keepingCapacity: true)
    for parent in all where parent.event != parents.last?.event { parents.append(parent) }
  }

  /// The Lamport time of an event with these parents.
  private func lamport(after parents: [Parent]) -> Int {
    var time = firstLamport
    for parent in parents {
      let run = runs[parent.run]
      time = max(time, run.lamport + parent.event - run.start + 1)
    }
    return time
  }
}
