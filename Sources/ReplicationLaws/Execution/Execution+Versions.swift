// SPDX-License-Identifier: MIT

import Causality

extension Execution {
  /// Checks a law of versions and deltas.
  mutating func perform(
    _ check: Action.Check, _ deltas: DeltaOperations<Value>
  ) throws(Breach) {
    switch check {
    case .delta(let first, let second):
      try withValues(first, second) { (execution, one, other) throws(Breach) in
        try execution.checkDelta(one, other, first, second, deltas)
      }
    case .silence(let variable):
      guard let value = values[variable]?.value else { return }
      try expect(
        .silence, deltas.delta(value, deltas.version(value)) == nil,
        "\(variable).delta(since: \(variable).version) == nil"
      ) { "a value has a delta since its own version" }
    case .versions(let first, let second):
      try withValues(first, second) { (execution, one, other) throws(Breach) in
        try execution.checkVersions(one, other, first, second, deltas)
      }
    case .receipt(let number, let variable):
      let before = values[variable]
      try perform(.receive(number, by: variable), deltas)
      values[variable] = before
    default: break
    }
  }

  private mutating func checkDelta(
    _ one: Value, _ other: Value, _ first: Variable, _ second: Variable,
    _ deltas: DeltaOperations<Value>
  ) throws(Breach) {
    var received = one
    let source =
      ["var received = \(first)"]
      + DeltaScript.exchange(from: "\(second)", to: "received")
    if let delta = deltas.delta(other, deltas.version(one)) {
      try mergeExpected(delta, into: &received, deltas, after: source)
    }
    try expectEqual(
      .delta, received, one.merged(with: other),
      Comparison("received", "\(first).merged(with: \(second))", after: source)
    ) { "a value took in a delta instead of the value it was made from" }
  }

  private mutating func checkVersions(
    _ one: Value, _ other: Value, _ first: Variable, _ second: Variable,
    _ deltas: DeltaOperations<Value>
  ) throws(Breach) {
    let merged = one.merged(with: other)
    let versions = (deltas.version(one), deltas.version(other))
    let joined = deltas.joined(versions.0, versions.1)
    let source = [
      "let merged = \(first).merged(with: \(second))",
      "let joined = \(first).version.merged(with: \(second).version)",
    ]
    try expect(
      .versions,
      deltas.contains(merged, versions.0) && deltas.contains(merged, versions.1)
        && deltas.contains(merged, joined), after: source,
      "merged.contains(\(first).version) && merged.contains(\(second).version) "
        + "&& merged.contains(joined)"
    ) { "a merged value does not contain the versions of both" }
    try expect(
      .versions, deltas.delta(merged, joined) == nil, after: source,
      "merged.delta(since: joined) == nil"
    ) { "a merged value has a delta since the merged versions of both" }
    // If the two merges differ, the check of commutativity reports the fault better.
    if merged == other.merged(with: one) {
      try checkComparisons(merged, one, versions, joined, source: source, first, second, deltas)
    }
    try expect(
      .versions, deltas.contains(one, versions.1) == (merged == one),
      "\(first).contains(\(second).version) == (\(first).merged(with: \(second)) == \(first))"
    ) {
      merged == one
        ? "a value does not contain a version, though merging it changes nothing"
        : "a value contains a version, though merging it changes something"
    }
    try expect(
      .versions, one != other || deltas.areEqual(versions.0, versions.1),
      "\(first) != \(second) || \(first).version == \(second).version"
    ) { "equal values have different versions" }
  }

  /// Checks how a value, and a value merged from it, compare two versions.
  private mutating func checkComparisons(
    _ merged: Value, _ one: Value,
    _ versions: (DeltaOperations<Value>.Version, DeltaOperations<Value>.Version),
    _ joined: DeltaOperations<Value>.Version, source: [String], _ first: Variable,
    _ second: Variable, _ deltas: DeltaOperations<Value>
  ) throws(Breach) {
    try expect(
      .versions,
      deltas.containsIn(one, versions.1, versions.0) == deltas.contains(one, versions.1),
      after: source,
      "\(first).contains(\(second).version, in: \(first).version) "
        + "== \(first).contains(\(second).version)"
    ) { "a value compares a version with its own otherwise than with itself" }
    try expect(
      .versions,
      !deltas.containsIn(merged, versions.1, versions.0) || deltas.contains(one, versions.1),
      after: source,
      "!merged.contains(\(second).version, in: \(first).version) "
        + "|| \(first).contains(\(second).version)"
    ) { "a value says of a version that it contains another, and its owner does not" }
    let short = deltas.shortened(merged, joined)
    try expect(
      .versions,
      deltas.containsIn(merged, joined, short) && deltas.containsIn(merged, short, joined)
        && deltas.delta(merged, short) == nil,
      after: source + ["let short = merged.shortened(joined)"],
      "merged.contains(joined, in: short) && merged.contains(short, in: joined) "
        + "&& merged.delta(since: short) == nil"
    ) { "a shortened version says more or less than before" }
  }
}
