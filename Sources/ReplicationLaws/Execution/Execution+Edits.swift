// SPDX-License-Identifier: MIT

import Causality

/// An edit that was made, and the items shown before and after it.
struct AppliedEdit {
  let edit: Edit
  let before: Set<String>
  let after: Set<String>
}

extension Execution {
  /// The items that a value shows, for the type's promise. Empty without a promise.
  func items(of value: Value) -> Set<String> {
    subject.promise?.items(value) ?? []
  }

  /// Makes an edit.
  func apply(_ change: Change, to value: inout Value, on device: SimulatedDevice) -> AppliedEdit {
    var random = SeededGenerator(seed: change.word)
    let before = items(of: value)
    let edit = device.run(at: change.moment.milliseconds) {
      random.pick(subject.edits)(&value, &random)
    }
    return AppliedEdit(edit: edit, before: before, after: items(of: value))
  }

  /// Records an edit in the history, if the type makes a promise.
  mutating func record(_ edit: AppliedEdit, by replica: inout Replica) {
    guard subject.promise != nil else { return }
    replica.seen.insert(
      history.record(edit.edit, from: edit.before, to: edit.after, seen: replica.seen))
  }

  /// Edits a value. During the edit, the value's storage is shared only if the edit is checked.
  mutating func edit(
    _ variable: Variable, _ change: Change, isChecked: Bool
  ) throws(Breach) {
    // The replica is taken out of `values`, so that its storage is not shared during the edit.
    guard var replica = values.removeValue(forKey: variable) else { return }
    let before = isChecked ? replica.value : nil
    let traceBefore = try before.map { (value) throws(Breach) in try trace(of: value) }
    let applied = apply(change, to: &replica.value, on: devices[change.moment.device])
    edits[place] = [applied.edit]
    record(applied, by: &replica)
    values[variable] = replica
    guard let before, let traceBefore else { return }
    let copy = ["let before = \(variable)"]
    let source = copy + editSource(of: "\(variable)", [change], [applied.edit])
    try expectUnchanged(
      before, traceBefore, called: "before", copied: copy,
      after: Array(source.dropFirst()), "editing \(variable) changed a copy of it")
    try checkAbsorption(before, "before", replica.value, "\(variable)", source)
    try checkWriteBack(before, replica.value, copied: copy)
  }

  /// Checks that writing back a copy from before an edit changes nothing, even if the copy was
  /// encoded and decoded in between.
  ///
  /// - Parameter copied: The source that gives the copy the name `before`.
  private mutating func checkWriteBack(
    _ before: Value, _ after: Value, copied: [String]
  ) throws(Breach) {
    try checkWriteBack(before, over: after, leaves: after, "a copy from before an edit")
    guard let bytes = subject.bytes else { return }
    let opened = try reopenedValue(before, bytes, "before", after: copied)
    try checkWriteBack(opened, over: after, leaves: after, "a decoded copy from before an edit")
  }

  /// Checks the value after a copy is written back. A script cannot show this check, because only a
  /// container writes back.
  mutating func checkWriteBack(
    _ copy: Value, over value: Value, leaves expected: Value, _ name: String
  ) throws(Breach) {
    let written = copy.writtenBack(over: value)
    let observe = subject.observe
    try expect(.writeBack, written == expected, nil) {
      "\(name) was written back: it left \(observe(written)) instead of \(observe(expected))"
    }
  }

  /// Checks that the state after an edit absorbs the state before it.
  mutating func checkAbsorption(
    _ before: Value, _ beforeName: String, _ after: Value, _ name: String, _ source: [String]
  ) throws(Breach) {
    try expectEqual(
      .absorption, after.merged(with: before), after,
      Comparison("\(name).merged(with: \(beforeName))", name, after: source)
    ) { "the state after an edit merged the state before it" }
    try expectEqual(
      .absorption, before.merged(with: after), after,
      Comparison("\(beforeName).merged(with: \(name))", name, after: source)
    ) { "the state before an edit merged the state after it" }
    guard let deltas = subject.deltas else { return }
    try expect(
      .versions, deltas.contains(after, deltas.version(before)), after: source,
      "\(name).contains(\(beforeName).version)"
    ) { "the state after an edit does not contain the version before it" }
    guard before != after else { return }
    try expect(
      .versions, !deltas.contains(before, deltas.version(after)), after: source,
      "!\(beforeName).contains(\(name).version)"
    ) { "the state before an edit contains the version after it" }
  }

  /// The statements that repeat edits of the value called `name` in a script.
  func editSource(of name: String, _ changes: [Change], _ edits: [Edit]) -> [String] {
    zip(changes, edits).flatMap { change, edit in
      Script.source(of: edit, of: name, at: change.moment, in: plan)
    }
  }
}
