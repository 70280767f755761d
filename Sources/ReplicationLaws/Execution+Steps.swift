// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Execution {
  /// Carries out one step; its checks are those that its own values allow.
  mutating func perform(
    _ step: Step, _ random: inout SeededGenerator
  ) throws(LawViolation) {
    let first = place(step.first)
    let second = otherPlace(step)
    switch step.kind {
    case .edit: try edit(first, &random)
    case .merge: try merge(replicas[second], into: first, "replica \(second)")
    case .crossMerge: try crossMerge(first, second)
    case .keep: keep(first)
    case .mergeStale: try mergeStale(into: first, &random)
    case .fork: try fork(first, second, &random)
    case .reopen: try reopen(first)
    case .exchangeDelta: try exchangeDelta(from: second, to: first, &random)
    case .sendDelta: try sendDelta(from: second, &random)
    case .receiveDelta: try receiveDelta(at: first, &random)
    case .loseDelta: loseDelta(&random)
    }
  }

  /// Edits a replica, half of the time while nothing else shares its storage.
  mutating func edit(_ place: Int, _ random: inout SeededGenerator) throws(LawViolation) {
    let before = random.oneIn(2) ? replicas[place].value : nil
    let bytesBefore = try before.map(bytes)
    editUnchecked(place, &random)
    report.count(.edit)
    guard let before, let bytesBefore else { return }
    let bytesAfter = try bytes(of: before)
    try expect(.valueSemantics, bytesAfter == bytesBefore) {
      "editing replica \(place) changed a copy of it"
    }
    try checkAbsorption(before: before, after: replicas[place].value)
  }

  /// Edits a replica without checking laws.
  mutating func editUnchecked(_ place: Int, _ random: inout SeededGenerator) {
    // Taken out meanwhile, so that its storage stays as unique as it is.
    var replica = replicas.remove(at: place)
    editUnchecked(&replica, called: "replica \(place)", &random)
    replicas.insert(replica, at: place)
  }

  private mutating func editUnchecked(
    _ replica: inout Replica, called name: String, _ random: inout SeededGenerator
  ) {
    let change = random.pick(subject.edits)
    let device = devices[replica.device]
    device.moveClock(&random)
    let before = subject.promise?.items(replica.value) ?? []
    let edit = device.environment.run { change(&replica.value, &random) }
    script.append(
      "\(name) at \(device.environment.now) ms on device \(replica.device): \(edit.description)")
    record(edit, from: before, by: &replica)
  }

  private mutating func merge(
    _ other: Replica, into place: Int, _ name: String
  ) throws(LawViolation) {
    script.append("replica \(place) merges \(name)")
    let bytesBefore = try bytes(of: other.value)
    replicas[place].value.merge(other.value)
    replicas[place].seen.formUnion(other.seen)
    report.count(.merge)
    let bytesAfter = try bytes(of: other.value)
    try expect(.valueSemantics, bytesAfter == bytesBefore) {
      "merging \(name) into replica \(place) changed \(name)"
    }
  }

  private mutating func crossMerge(_ first: Int, _ second: Int) throws(LawViolation) {
    script.append("replicas \(first) and \(second) merge each other's value")
    let one = replicas[first]
    let other = replicas[second]
    replicas[first].value.merge(other.value)
    replicas[second].value.merge(one.value)
    replicas[first].seen.formUnion(other.seen)
    replicas[second].seen = replicas[first].seen
    report.count(.crossMerge)
    try expectEqual(.commutativity, replicas[first].value, replicas[second].value) {
      "replicas \(first) and \(second) merged each other's value"
    }
  }

  private mutating func keep(_ place: Int) {
    script.append("a snapshot of replica \(place) is kept")
    if snapshots.count == Self.mostKept { snapshots.removeFirst() }
    snapshots.append(replicas[place])
    report.count(.keep)
  }

  private mutating func mergeStale(
    into place: Int, _ random: inout SeededGenerator
  ) throws(LawViolation) {
    guard !snapshots.isEmpty else { return }
    let snapshot = random.below(snapshots.count)
    try merge(snapshots[snapshot], into: place, "kept snapshot \(snapshot)")
    report.count(.mergeStale)
  }

  /// Copies a replica's value and edits both copies on its device.
  ///
  /// The copy becomes a replica there, or takes another's place, on either
  /// device.
  private mutating func fork(
    _ first: Int, _ second: Int, _ random: inout SeededGenerator
  ) throws(LawViolation) {
    var copy = replicas[first]
    for _ in 0...random.below(3) {
      if random.oneIn(2) {
        editUnchecked(&copy, called: "the copy of replica \(first)", &random)
      } else {
        editUnchecked(first, &random)
      }
    }
    report.count(.fork)
    if replicas.count < Self.mostReplicas, random.oneIn(3) {
      script.append("the copy becomes replica \(replicas.count)")
      replicas.append(copy)
    } else {
      script.append("the copy becomes replica \(second)")
      if random.oneIn(2) { copy.device = replicas[second].device }
      replicas[second] = copy
    }
  }

  private mutating func reopen(_ place: Int) throws(LawViolation) {
    script.append("replica \(place) is encoded and decoded")
    let value = replicas[place].value
    replicas[place].value = try reopened(value, "replica \(place)")
    report.count(.reopen)
    try expectEqual(.encoding, replicas[place].value, value) { "replica \(place) was decoded" }
  }
}
