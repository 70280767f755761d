// SPDX-License-Identifier: MIT

import Causality

extension Execution {
  /// What a thread does: edits of one value.
  private final class Author {
    var value: Value
    var edits: [AppliedEdit] = []

    init(_ value: Value) { self.value = value }

    func make(
      _ changes: [Change], on device: SimulatedDevice, in execution: Execution
    ) {
      for change in changes {
        edits.append(execution.apply(change, to: &value, on: device))
      }
    }
  }

  /// Edits two values at once, each on a device of its own; they may share
  /// storage.
  mutating func editApart(
    _ first: Variable, _ changes: [Change], _ second: Variable, _ otherChanges: [Change]
  ) throws(Breach) {
    guard var one = values[first], var other = values[second], first != second,
      let device = changes.first?.moment.device, let otherDevice = otherChanges.first?.moment.device
    else { return }
    try rehearse(first, changes)
    try rehearse(second, otherChanges)
    let traces = (try trace(of: one.value), try trace(of: other.value))
    let authors = edit(
      one.value, changes, on: devices[device], other.value, otherChanges, on: devices[otherDevice])
    try expectUnchanged(one.value, traces.0, "editing copies on two threads changed the original")
    try expectUnchanged(other.value, traces.1, "editing copies on two threads changed the original")

    edits[place] = (authors.0.edits + authors.1.edits).map(\.edit)
    let befores = (one.value, other.value)
    one.value = authors.0.value
    other.value = authors.1.value
    authors.0.edits.forEach { record($0, by: &one) }
    authors.1.edits.forEach { record($0, by: &other) }
    values[first] = one
    values[second] = other
    try checkApart(befores.0, one.value)
    try checkApart(befores.1, other.value)
    try checkMeeting(one.value, other.value)
  }

  /// Edits two copies of a value at once on one device, where both would go on
  /// with its session.
  ///
  /// Which of them does depends on chance, so both are dropped once checked.
  mutating func editOnOneDevice(
    _ variable: Variable, _ changes: [Change], _ otherChanges: [Change]
  ) throws(Breach) {
    guard let first = changes.first else { return }
    try rehearse(variable, changes)
    // In turn first: what breaks even so can be repeated, and made shorter.
    for isAtOnce in [false, true] {
      guard var original = values[variable] else { return }
      let device = SimulatedDevice(bits: first.word)
      let pastHistory = history
      record(apply(first, to: &original.value, on: device), by: &original)
      let authors = edit(
        original.value, changes, on: device, original.value, otherChanges, on: device,
        isAtOnce: isAtOnce)
      try checkCopies(of: original, authors.0, authors.1)
      history = pastHistory
    }
  }

  private mutating func checkCopies(
    of original: Replica, _ first: Author, _ second: Author
  ) throws(Breach) {
    let copies = [first, second].map { author in
      var copy = original
      copy.value = author.value
      author.edits.forEach { record($0, by: &copy) }
      return copy
    }
    for copy in copies { try checkApart(original.value, copy.value) }
    try checkMeeting(copies[0].value, copies[1].value)
    try checkPromise(
      copies[0].value.merged(with: copies[1].value), seen: copies[0].seen.union(copies[1].seen))
  }

  private func edit(
    _ value: Value, _ changes: [Change], on device: SimulatedDevice,
    _ other: Value, _ otherChanges: [Change], on otherDevice: SimulatedDevice, isAtOnce: Bool = true
  ) -> (Author, Author) {
    let authors = (Author(value), Author(other))
    let works = (
      { authors.0.make(changes, on: device, in: self) },
      { authors.1.make(otherChanges, on: otherDevice, in: self) }
    )
    if isAtOnce {
      TwoThreads.run(works.0, works.1)
    } else {
      works.0()
      works.1()
    }
    return authors
  }

  /// Makes the edits to a copy on this thread first: what changes the original
  /// even so would break memory on two.
  private mutating func rehearse(_ variable: Variable, _ changes: [Change]) throws(Breach) {
    guard let value = values[variable]?.value else { return }
    let before = try trace(of: value)
    var copy = value
    var made: [Edit] = []
    for change in changes {
      made.append(apply(change, to: &copy, on: SimulatedDevice(bits: change.word)).edit)
    }
    let source = changes.isEmpty ? [] : editSource(of: variable, changes, made)
    try expectUnchanged(
      value, before, called: "before", copied: ["let before = \(variable)"], after: source,
      "editing \(variable) changed a copy of it")
  }

  private mutating func checkApart(_ before: Value, _ after: Value) throws(Breach) {
    try expectEqual(.absorption, after.merged(with: before), after, nil) {
      "a copy edited beside another on a second thread merged the state before"
    }
  }

  private mutating func checkMeeting(_ one: Value, _ other: Value) throws(Breach) {
    try expectEqual(.commutativity, one.merged(with: other), other.merged(with: one), nil) {
      "two copies, edited at once on two threads, were merged both ways"
    }
  }
}
