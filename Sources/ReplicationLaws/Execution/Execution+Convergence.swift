// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Execution {
  /// A value and the source that makes it.
  private struct Sourced {
    var value: Value
    var name: String
  }

  /// Merges values in several ways. All results must agree.
  mutating func checkConvergence(_ variables: [Variable], _ word: UInt64) throws(Breach) {
    var random = SeededGenerator(seed: word)
    let sourced = variables.compactMap { variable in
      values[variable].map { Sourced(value: $0.value, name: variable.description) }
    }
    guard var end = sourced.first else { return }
    for other in sourced.dropFirst() { end = merged(end, other) }

    for _ in 0..<2 {
      try expectConverged(mergedInPairs(random.shuffled(sourced), &random), end, "pair by pair")
    }
    try checkDeltaConvergence(random.shuffled(sourced), end)
    if let bytes = subject.bytes {
      let reopened = try reopenedValue(end.value, bytes, "(\(end.name))")
      try expectConverged(
        Sourced(
          value: reopened,
          name: "try \(bytes.reopenedSource(end.name, as: subject.typeName.source))"),
        end,
        "and decoded")
    }
    for other in sourced {
      try expectEqual(
        .convergence, end.value.merged(with: other.value), end.value,
        Comparison("\(end.name).merged(with: \(other.name))", end.name)
      ) { "the merged value merged a replica once more" }
    }
    try checkBootstrap(end.value, end.name)
    let seen = variables.reduce(into: Set<Int>()) { $0.formUnion(values[$1]?.seen ?? []) }
    try checkPromise(end.value, seen: seen, end.name)
  }

  private func merged(_ one: Sourced, _ other: Sourced) -> Sourced {
    Sourced(
      value: one.value.merged(with: other.value), name: "\(one.name).merged(with: \(other.name))")
  }

  private mutating func expectConverged(
    _ way: Sourced, _ end: Sourced, _ description: String, after preface: [String] = []
  ) throws(Breach) {
    let comparison = Comparison(way.name, end.name, after: preface)
    try expectEqual(.convergence, way.value, end.value, comparison) {
      "all replicas merged in another order, \(description), instead of one after the other"
    }
    let shown = subject.observe(way.value)
    let expectedShown = subject.observe(end.value)
    try expect(
      .convergence, shown == expectedShown,
      after: preface + ["let one = \(way.name)", "let other = \(end.name)"]
        + ["print(one)", "print(other)"],
      "false  // compare here what a user sees of one and other"
    ) {
      "equal values, one merged \(description), show \(shown) and \(expectedShown)"
    }
    try expectSameOrder(way.value, end.value, comparison)
  }

  /// Merges neighbouring values in rounds until one value is left.
  private func mergedInPairs(
    _ values: [Sourced], _ random: inout SeededGenerator
  ) -> Sourced {
    var rest = values
    while rest.count > 1 {
      let place = random.below(rest.count - 1)
      let right = rest.remove(at: place + 1)
      let left = rest[place]
      rest[place] = random.oneIn(2) ? merged(left, right) : merged(right, left)
    }
    return rest[0]
  }

  private mutating func checkDeltaConvergence(
    _ values: [Sourced], _ end: Sourced
  ) throws(Breach) {
    guard let deltas = subject.deltas else { return }
    var result = Sourced(value: values[0].value, name: "received")
    var source = ["var received = \(values[0].name)"]
    for other in values.dropFirst() {
      source += DeltaScript.exchange(from: other.name, to: "received")
      if let delta = deltas.delta(other.value, deltas.version(result.value)) {
        try mergeExpected(delta, into: &result.value, deltas, after: source)
      }
    }
    try expectConverged(result, end, "by deltas", after: source)
  }

  /// Sends all edits to a new value, if new values of the type have seen no edits.
  private mutating func checkBootstrap(_ end: Value, _ name: String) throws(Breach) {
    guard let deltas = subject.deltas, let device = devices.first else { return }
    var value = device.environment.run(subject.make)
    guard deltas.areEqual(deltas.version(value), deltas.none) else { return }
    let source =
      ["let all = \(name)", "var fresh = \(subject.code)"]
      + DeltaScript.exchange(from: "all", to: "fresh")
    if let delta = deltas.delta(end, deltas.none) {
      try mergeExpected(delta, into: &value, deltas, after: source)
    }
    try expectEqual(.bootstrap, value, end, Comparison("fresh", "all", after: source)) {
      "a value that has seen nothing took in everything"
    }
  }

  /// Checks the items that a value shows against the type's promise.
  ///
  /// - Parameters:
  ///   - seen: The numbers of the edits that the value has seen.
  ///   - name: The name of the value in a script.
  ///   - preface: The lines of the script before the value is named.
  mutating func checkPromise(
    _ end: Value, seen: Set<Int>, _ name: String,
    after preface: @autoclosure () -> [String] = []
  ) throws(Breach) {
    guard let promise = subject.promise else { return }
    let finding = promise.finding(history.seen(seen), promise.items(end))
    let ending = finding.map(promise.ending)
    try expect(
      .promise, finding == nil,
      after: preface() + ["let end = \(name)"] + (ending?.preface ?? []), ending?.expression
    ) { finding?.complaint ?? "" }
  }
}
