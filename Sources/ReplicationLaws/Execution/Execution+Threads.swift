// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Execution {
  /// The work of a thread: edits of one value.
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

  /// Edits two values at once, each on a device of its own. The values may share storage.
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
    let made = (authors.0.edits + authors.1.edits).map(\.edit)
    let source = ApartSource(of: first, changes, second, otherChanges, made, in: plan)
    try expectUntouched(one.value, traces.0, source.names.0, source)
    try expectUntouched(other.value, traces.1, source.names.1, source)

    edits[place] = made
    let befores = (one.value, other.value)
    one.value = authors.0.value
    other.value = authors.1.value
    authors.0.edits.forEach { record($0, by: &one) }
    authors.1.edits.forEach { record($0, by: &other) }
    values[first] = one
    values[second] = other
    try checkApart(befores.0, one.value, source.names.0, source)
    try checkApart(befores.1, other.value, source.names.1, source)
    try checkMeeting(one.value, other.value, source)
  }

  /// Edits two copies of a value at once on one device, where either copy could continue the
  /// value's session.
  ///
  /// Chance decides which copy continues the session, so both copies are dropped after the checks.
  mutating func editOnOneDevice(
    _ variable: Variable, _ changes: [Change], _ otherChanges: [Change]
  ) throws(Breach) {
    guard let first = changes.first else { return }
    try rehearse(variable, changes, named: "one")
    // The edits are first made one after the other. A breach without threads can be repeated and
    // made shorter. An edit of either copy that changes the original is found before two threads
    // could corrupt memory.
    for isAtOnce in [false, true] {
      guard var original = values[variable] else { return }
      let device = SimulatedDevice(bits: first.word)
      let pastHistory = history
      let start = apply(first, to: &original.value, on: device)
      record(start, by: &original)
      let before = try trace(of: original.value)
      let authors = edit(
        original.value, changes, on: device, original.value, otherChanges, on: device,
        isAtOnce: isAtOnce)
      let made = ([start] + authors.0.edits + authors.1.edits).map(\.edit)
      let source = ApartSource(
        ofCopiesOf: variable, changes, otherChanges, made, isAtOnce: isAtOnce, in: plan)
      try expectUntouched(original.value, before, source.names.0, source)
      try checkCopies(of: original, authors.0, authors.1, source)
      history = pastHistory
    }
  }

  private mutating func checkCopies(
    of original: Replica, _ first: Author, _ second: Author, _ source: ApartSource
  ) throws(Breach) {
    let copies = [first, second].map { author in
      var copy = original
      copy.value = author.value
      author.edits.forEach { record($0, by: &copy) }
      return copy
    }
    try checkApart(original.value, copies[0].value, source.names.0, source)
    try checkApart(original.value, copies[1].value, source.names.1, source)
    try checkMeeting(copies[0].value, copies[1].value, source)
    try checkWriteBack(
      copies[1].value, over: copies[0].value,
      leaves: copies[1].value.merged(with: copies[0].value), "an edited copy")
    try checkPromise(
      copies[0].value.merged(with: copies[1].value), seen: copies[0].seen.union(copies[1].seen),
      "\(source.names.0).merged(with: \(source.names.1))", after: source.lines)
  }

  private func edit(
    _ value: Value, _ changes: [Change], on device: SimulatedDevice,
    _ other: Value, _ otherChanges: [Change], on otherDevice: SimulatedDevice, isAtOnce: Bool = true
  ) -> (Author, Author) {
    let authors = (Author(value), Author(other))
    let works = (
      // The new thread does not inherit the task-local value that `run()` sets by `unchecked`.
      { DebugRequirements.unchecked { authors.0.make(changes, on: device, in: self) } },
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

  /// Makes the edits to a copy on this thread first. An edit that changes the original would
  /// corrupt memory on two threads.
  ///
  /// - Parameter name: The name of that copy in a script. Nil if the script needs no copy.
  private mutating func rehearse(
    _ variable: Variable, _ changes: [Change], named name: String? = nil
  ) throws(Breach) {
    guard let value = values[variable]?.value else { return }
    let before = try trace(of: value)
    var copy = value
    var made: [Edit] = []
    for change in changes {
      made.append(apply(change, to: &copy, on: SimulatedDevice(bits: change.word)).edit)
    }
    let edited = name ?? "\(variable)"
    let source = editSource(of: edited, changes, made)
    let copied = (name.map { ["var \($0) = \(variable)"] } ?? []) + ["let before = \(edited)"]
    try expectUnchanged(
      value, before, called: "before", copied: copied,
      after: source, "editing \(variable) changed a copy of it")
  }

  private mutating func expectUntouched(
    _ original: Value, _ before: Trace, _ name: String, _ source: ApartSource
  ) throws(Breach) {
    try expectUnchanged(
      original, before, called: "before", copied: source.opening(keepingBefore: name),
      after: source.edits, "editing two copies changed the original")
  }

  private mutating func checkApart(
    _ before: Value, _ after: Value, _ name: String, _ source: ApartSource
  ) throws(Breach) {
    try expectEqual(
      .absorption, after.merged(with: before), after,
      Comparison("\(name).merged(with: before)", name, after: source.lines(keepingBefore: name))
    ) { "a copy edited beside another on a second thread merged the state before" }
  }

  private mutating func checkMeeting(
    _ one: Value, _ other: Value, _ source: ApartSource
  ) throws(Breach) {
    let names = source.names
    try expectEqual(
      .commutativity, one.merged(with: other), other.merged(with: one),
      Comparison(
        "\(names.0).merged(with: \(names.1))", "\(names.1).merged(with: \(names.0))",
        after: source.lines)
    ) { "two copies, edited at once on two threads, were merged both ways" }
  }
}
