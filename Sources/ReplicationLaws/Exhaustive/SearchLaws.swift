// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The laws that a search checks. No law is checked twice on the same values.
struct SearchLaws<Value: Replicable & Equatable, Observation: Hashable> {
  let subject: LawSubject<Value, Observation>
  var states: LocalStates<Value, Observation>
  private(set) var checks: [Law: Int] = [:]

  private var checkedValues: Set<Int> = []
  private var checkedStates: Set<Int> = []
  private var checkedEdits = PackedTable()
  private var checkedPairs = PackedTable()
  private var checkedTriples = PackedTable()

  init(_ subject: LawSubject<Value, Observation>, _ states: LocalStates<Value, Observation>) {
    self.subject = subject
    self.states = states
  }

  /// Checks all laws on the states of the replicas. If `changed` names a replica, only laws that
  /// concern that replica are checked.
  mutating func check(_ locals: [Int], changed: Int?) throws(SearchFailure) {
    let values = locals.map { states.states[$0].value }
    for replica in changed.map({ [$0] }) ?? Array(locals.indices) {
      try checkPromise(locals[replica])
      try checkValue(values[replica])
      for other in values.indices where other != replica {
        try checkPair(values[replica], values[other])
      }
    }
    try checkTriple(values.sorted())
  }

  /// Makes an edit, and checks that the state after the edit absorbs the state before. Returns nil
  /// if the edit changes nothing.
  mutating func edit(_ local: Int, _ edit: Int) throws(SearchFailure) -> Int? {
    guard let result = try states.edit(local, edit) else { return nil }
    let before = states.states[local].value
    let after = states.states[result].value
    guard checkedEdits.insert(pairKey(before, after)) else { return result }
    try expect(
      .absorption, try states.table.merged(after, before), after,
      "the state after an edit merged the state before it")
    try expect(
      .absorption, try states.table.merged(before, after), after,
      "the state before an edit merged the state after it")
    guard let deltas = subject.deltas else { return result }
    let (old, new) = (states.table.values[before], states.table.values[after])
    try expect(
      .versions,
      deltas.contains(new, deltas.version(old)) && !deltas.contains(old, deltas.version(new)),
      "the version does not say which state is before an edit and which after")
    return result
  }

  // MARK: One, two and three values

  private mutating func checkPromise(_ local: Int) throws(SearchFailure) {
    guard let promise = subject.promise, checkedStates.insert(local).inserted else { return }
    let state = states.states[local]
    let complaint = promise.complaint(
      states.histories.history(state.seen), promise.items(states.table.values[state.value]))
    try expect(.promise, complaint == nil, complaint ?? "")
  }

  private mutating func checkValue(_ number: Int) throws(SearchFailure) {
    guard checkedValues.insert(number).inserted else { return }
    if subject.bytes != nil { checks[.encoding, default: 0] += 1 }
    try expect(
      .idempotence, try states.table.merged(number, number), number,
      "a value was merged with itself")
    guard let deltas = subject.deltas else { return }
    let value = states.table.values[number]
    let version = deltas.version(value)
    try expect(
      .silence, deltas.delta(value, version) == nil, "a value has a delta since its own version")
    if let form = deltas.versionBytes {
      let decoded = try reopened(version, form)
      try expect(.encoding, deltas.areEqual(decoded, version), "a decoded version differs")
    }
  }

  private mutating func checkPair(_ first: Int, _ second: Int) throws(SearchFailure) {
    guard checkedPairs.insert(pairKey(min(first, second), max(first, second))) else { return }
    let merged = try states.table.merged(first, second)
    try expect(
      .commutativity, try states.table.merged(second, first), merged,
      "two values were merged both ways")
    for (one, other) in [(first, second), (second, first)] {
      try expect(
        .convergence, try states.table.merged(merged, other), merged,
        "a merged value merged one of its parts once more")
      try checkMergeInPlace(one, other, merged)
      if let deltas = subject.deltas { try checkDelta(one, other, merged, deltas) }
    }
    for value in [first, second] {
      checks[.valueSemantics, default: 0] += 1
      try states.table.expectUnchanged(value, "merging values changed one")
    }
  }

  private mutating func checkMergeInPlace(
    _ first: Int, _ second: Int, _ merged: Int
  ) throws(SearchFailure) {
    var value = states.table.values[first]
    value.merge(states.table.values[second])
    try expect(
      .mergeInPlace, try states.table.number(of: value, .mergeInPlace), merged,
      "two values were merged in place")
  }

  /// Checks that three values merge to one value in all orders and brackets. Each of the three
  /// pairs is merged once. The result and the remaining value are then merged both ways.
  private mutating func checkTriple(_ values: [Int]) throws(SearchFailure) {
    guard checkedTriples.insert(values.reduce(0) { $0 << 21 | UInt64($1) }) else { return }
    var all: Int?
    for rest in values.indices {
      let pair = values.indices.filter { $0 != rest }.map { values[$0] }
      let merged = try states.table.merged(pair[0], pair[1])
      let left = try states.table.merged(merged, values[rest])
      let right = try states.table.merged(values[rest], merged)
      try expect(.convergence, left, right, "all replicas were merged in two orders")
      try expect(.associativity, left, all ?? left, "three values were merged, bracketed both ways")
      all = left
    }
  }

  // MARK: Deltas

  /// Checks the delta from one value to another.
  private mutating func checkDelta(
    _ receiver: Int, _ sender: Int, _ merged: Int, _ deltas: DeltaOperations<Value>
  ) throws(SearchFailure) {
    let value = states.table.values[receiver]
    let sent = states.table.values[sender]
    let asked = deltas.version(value)
    try expect(
      .versions, deltas.contains(value, deltas.version(sent)) == (merged == receiver),
      "whether a value contains a version is not whether merging changes nothing")
    guard var delta = deltas.delta(sent, asked) else {
      return try expect(
        .delta, merged, receiver, "a value was told that it lacks nothing")
    }
    if let form = deltas.deltaBytes {
      let unencoded = delta
      delta = try reopened(delta, form)
      try expectSame(delta, unencoded, for: value, deltas)
    }
    var received = value
    try expect(
      .delta, deltas.isValid(delta, received) && deltas.accepts(delta, &received),
      "a delta is refused by a value that contains the version it was made for")
    try expect(
      .delta, try states.table.number(of: received, .delta), merged,
      "a value took in a delta instead of the value it was made from")
    try expect(
      .repeatedDelta, deltas.accepts(delta, &received), "a delta is refused the second time")
    try expect(
      .repeatedDelta, try states.table.number(of: received, .repeatedDelta), merged,
      "a value took in a delta twice")
  }

  /// Checks that a decoded delta has the effect that the delta had before encoding.
  private mutating func expectSame(
    _ decoded: DeltaOperations<Value>.Delta, _ delta: DeltaOperations<Value>.Delta,
    for value: Value, _ deltas: DeltaOperations<Value>
  ) throws(SearchFailure) {
    var (received, direct) = (value, value)
    let areTaken = deltas.accepts(decoded, &received) == deltas.accepts(delta, &direct)
    try expect(
      .encoding, areTaken && received == direct,
      "a decoded delta does something else than the delta did before it was encoded")
  }

  private mutating func reopened<Content>(
    _ content: Content, _ form: ByteOperations<Content>
  ) throws(SearchFailure) -> Content {
    do {
      let written = try form.encode(content)
      let decoded = try form.decode(written)
      try expect(
        .encoding, try form.encode(decoded) == written,
        "a decoded version or delta encodes to different bytes")
      return decoded
    } catch let error as SearchFailure {
      throw error
    } catch {
      throw SearchFailure(
        law: .encoding, finding: "a version or delta cannot be encoded and decoded: \(error)")
    }
  }

  // MARK: Counting

  private mutating func expect(
    _ law: Law, _ isKept: Bool, _ finding: @autoclosure () -> String
  ) throws(SearchFailure) {
    checks[law, default: 0] += 1
    guard isKept else { throw SearchFailure(law: law, finding: finding()) }
  }

  private mutating func expect(
    _ law: Law, _ number: Int, _ expected: Int, _ finding: @autoclosure () -> String
  ) throws(SearchFailure) {
    checks[law, default: 0] += 1
    guard number == expected else {
      let shown = [number, expected].map { subject.observe(states.table.values[$0]) }
      throw SearchFailure(
        law: law, finding: "\(finding()): showing \(shown[0]) and \(shown[1])")
    }
  }

  private func pairKey(_ first: Int, _ second: Int) -> UInt64 {
    UInt64(first) << 32 | UInt64(second)
  }
}
