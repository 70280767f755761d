// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A schedule being carried out on values of a type.
struct Execution<Value, Observation>
where
  Value: DeltaReplicable & Equatable & Framed, Value.Version: Framed, Value.Delta: Framed,
  Observation: Hashable
{
  /// A value on a device, and which edits it has seen.
  struct Replica {
    var value: Value
    var device: Int
    var seen: Set<Int> = []
  }

  /// A delta on its way.
  struct Letter {
    /// What the delta was made from.
    let sender: Replica
    /// What it was made for.
    let version: Value.Version
    /// Nil if nothing was missing.
    let delta: Value.Delta?
  }

  static var mostReplicas: Int { 6 }
  static var mostKept: Int { 6 }

  let subject: LawSubject<Value, Observation>
  let number: Int
  let schedule: Schedule
  let devices: [SimulatedDevice]
  var replicas: [Replica] = []
  var snapshots: [Replica] = []
  var letters: [Letter] = []
  var history = History()
  var script: [String] = []
  var report: LawReport

  init(
    of schedule: Schedule, number: Int, on subject: LawSubject<Value, Observation>,
    report: LawReport
  ) {
    self.subject = subject
    self.number = number
    self.schedule = schedule
    self.report = report
    devices = schedule.makeDevices()
  }

  /// Carries out the whole schedule.
  mutating func run() throws(LawViolation) {
    makeReplicas()
    for step in schedule.steps {
      var random = SeededGenerator(seed: step.word)
      try perform(step, &random)
      if random.oneIn(2) { try checkSomeLaw(&random) }
    }
    try checkConvergence()
    report.schedules += 1
  }

  private mutating func makeReplicas() {
    for (place, device) in devices.enumerated() {
      if schedule.startsFromOneValue, let first = replicas.first {
        replicas.append(Replica(value: first.value, device: place, seen: first.seen))
      } else {
        var replica = Replica(value: device.environment.run(subject.make), device: place)
        record("make", from: [], by: &replica)
        replicas.append(replica)
      }
    }
    script.append(
      "\(devices.count) replicas, "
        + (schedule.startsFromOneValue ? "copies of one value" : "each made by itself"))
  }

  /// Notes an edit in the history, if a promise is to be held against it.
  mutating func record(_ edit: Edit, from before: Set<String>, by replica: inout Replica) {
    guard let promise = subject.promise else { return }
    let after = promise.items(replica.value)
    replica.seen.insert(history.record(edit, from: before, to: after, seen: replica.seen))
  }

  /// The replica that a step means.
  func place(_ number: Int) -> Int {
    number % replicas.count
  }

  /// The replica that a step means by its second number: never the first.
  func otherPlace(_ step: Step) -> Int {
    let first = place(step.first)
    return (first + 1 + step.second % (replicas.count - 1)) % replicas.count
  }

  /// Any value there is: a replica's or a kept one.
  func anyValue(_ random: inout SeededGenerator) -> Value {
    let place = random.below(replicas.count + snapshots.count)
    return place < replicas.count
      ? replicas[place].value : snapshots[place - replicas.count].value
  }
}
