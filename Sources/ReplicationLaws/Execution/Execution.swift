// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A plan that is being carried out on values of a type.
struct Execution<Value: Replicable & Equatable, Observation: Hashable> {
  /// A value, and the edits that it has seen.
  struct Replica {
    var value: Value
    var seen: Set<Int> = []
  }

  /// A delta on its way.
  struct Letter {
    /// The sender when the delta was made.
    let sender: Replica
    /// The sender's name in a script.
    let senderName: String
    /// The name of the delta in a script.
    let name: String
    /// The version that the delta was made for.
    let version: DeltaOperations<Value>.Version
    /// The delta; nil if `version` lacked no edit of the sender.
    let delta: DeltaOperations<Value>.Delta?
    /// The delta before encoding and decoding; nil if the delta was not encoded.
    let unencoded: DeltaOperations<Value>.Delta?
  }

  let subject: LawSubject<Value, Observation>
  let plan: Plan
  let devices: [SimulatedDevice]
  var values: [Variable: Replica] = [:]
  var letters: [Int: Letter] = [:]
  var versions: [Int: DeltaOperations<Value>.Version] = [:]
  var history = History()
  var edits: [Int: [Edit]] = [:]
  var report: LawReport
  /// The place in the plan of the action being carried out.
  var place = 0

  init(of plan: Plan, on subject: LawSubject<Value, Observation>, report: LawReport) {
    self.subject = subject
    self.plan = plan
    self.report = report
    devices = plan.devices.map(SimulatedDevice.init)
  }

  /// Carries out the whole plan. During the run, checks of debug builds do not stop the program, so
  /// that a mistake shows as a breach.
  mutating func run() throws(Breach) {
    try DebugRequirements.unchecked { () throws(Breach) in try performAll() }
  }

  private mutating func performAll() throws(Breach) {
    for (place, action) in plan.actions.enumerated() {
      self.place = place
      try perform(action)
    }
  }

  /// Carries out an action, or skips the action if a value is missing.
  private mutating func perform(_ action: Action) throws(Breach) {
    switch action {
    case .make(let variable, let moment): make(variable, moment)
    case .copy(let variable, let source): values[source].map { values[variable] = $0 }
    case .edit(let variable, let change, let isChecked):
      try edit(variable, change, isChecked: isChecked)
    case .editApart(let first, let changes, let second, let otherChanges, let isOneDevice):
      if isOneDevice {
        try editOnOneDevice(first, changes, otherChanges)
      } else {
        try editApart(first, changes, second, otherChanges)
      }
    case .merge(let source, let variable): try merge(source, into: variable)
    case .crossMerge(let first, let second): try crossMerge(first, second)
    case .reopen(let variable): try reopen(variable)
    case .check(let check): try perform(check)
    case .exchange, .keepVersion, .send, .receive, .lose:
      if let deltas = subject.deltas { try perform(action, deltas) }
    }
  }

  private mutating func make(_ variable: Variable, _ moment: Moment) {
    let value = devices[moment.device].run(at: moment.milliseconds, subject.make)
    var replica = Replica(value: value)
    record(AppliedEdit(edit: "make", before: [], after: items(of: value)), by: &replica)
    values[variable] = replica
  }

  private mutating func merge(
    _ source: Variable, into variable: Variable
  ) throws(Breach) {
    guard let other = values[source], let mine = values[variable] else { return }
    let before = try trace(of: other.value, called: "\(source)")
    let merged = mine.value.merged(with: other.value)
    report.countMerge(
      keepsMine: merged == mine.value, keepsTheirs: merged == other.value)
    // The receiver is taken out of `values`, so that merging in place finds unshared storage.
    values[variable] = nil
    var replica = consume mine
    replica.value.merge(other.value)
    replica.seen.formUnion(other.seen)
    values[variable] = replica
    guard source != variable else { return }
    try expectUnchanged(
      other.value, before, called: source.description,
      after: ["\(variable).merge(\(source))"],
      "merging \(source) into \(variable) changed \(source)")
  }

  private mutating func crossMerge(_ first: Variable, _ second: Variable) throws(Breach) {
    guard let one = values[first], let other = values[second] else { return }
    values[first]?.value.merge(other.value)
    values[second]?.value.merge(one.value)
    let seen = one.seen.union(other.seen)
    values[first]?.seen = seen
    values[second]?.seen = seen
    guard let left = values[first]?.value, let right = values[second]?.value else { return }
    try expectEqual(
      .commutativity, left, right,
      Comparison(
        "\(first)", "\(second)",
        after: ["let before = \(first)", "\(first).merge(\(second))", "\(second).merge(before)"])
    ) { "\(first) and \(second) merged each other's value" }
  }

  private mutating func reopen(_ variable: Variable) throws(Breach) {
    guard let bytes = subject.bytes, let value = values[variable]?.value else { return }
    let opened = try reopenedValue(value, bytes, variable.description)
    values[variable]?.value = opened
  }
}
