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
    /// The number of the next event of each session, and the time of its latest event.
    var sessions = columns.sessions.map { (number: $0.firstNumber, time: 0) }
    /// The time of the last event of each chain, and whether it is a tip.
    var ends: [(time: Int, isTip: Bool)] = []
    ends.reserveCapacity(columns.chains.count)
    var parents: [Parent] = []
    for chain in columns.chains {
      let time = try readParents(of: chain, in: columns, into: &parents, &ends)
      let session = sessions[chain.session]
      guard time > session.time else { throw MissingHistory() }
      let last = time + chain.events.count - 1
      sessions[chain.session] = (session.number + chain.events.count, last)
      ends.append((last, true))
      load(
        length: chain.events.count, ofSession: places?[chain.session] ?? chain.session,
        number: session.number, lamport: time, parents: parents)
    }
    load(
      earlierTips: columns.chains.indices.dropLast().filter { ends[$0].isTip }
        .map { columns.chains[$0].events.upperBound - 1 })
  }

  /// - Returns: The local place of each session; nil if it is the place in the columns.
  private mutating func addSessions(
    of columns: EventColumns
  ) throws(MissingHistory) -> [Int]? {
    if base != nil { return columns.sessions.map { place(of: $0.id) ?? addSession($0.id) } }
    guard let table = columns.table ?? SessionTable(columns.sessions.lazy.map { $0.id }) else {
      throw MissingHistory()
    }
    load(table)
    return nil
  }

  /// Reads the parents of the first event of a chain, ascending. A chain whose last event is such a
  /// parent does not end in a tip.
  ///
  /// - Returns: The Lamport time of the event.
  private func readParents(
    of chain: EventColumns.Chain, in columns: EventColumns, into parents: inout [Parent],
    _ ends: inout [(time: Int, isTip: Bool)]
  ) throws(MissingHistory) -> Int {
    parents.removeAll(keepingCapacity: true)
    var isAscending = true
    var time = firstLamport
    // Parents stand nearest first.
    for index in chain.parents.reversed() {
      guard case .inside(let event, let owner) = columns.parents[index] else {
        throw MissingHistory()
      }
      let last = columns.chains[owner].events.upperBound - 1
      if event == last { ends[owner].isTip = false }
      time = max(time, ends[owner].time - (last - event) + 1)
      if let last = parents.last, last.event >= event { isAscending = false }
      parents.append(Parent(event: event, run: owner))
    }
    if isAscending { return time }
    // This happens only in forged histories, where parents may also stand twice.
    parents.sort { $0.event < $1.event }
    let all = parents
    parents.removeAll(keepingCapacity: true)
    for parent in all where parent.event != parents.last?.event { parents.append(parent) }
    return time
  }
}
