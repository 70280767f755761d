// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Execution {
  /// Brings all replicas together in several ways, which must agree.
  mutating func checkConvergence() throws(LawViolation) {
    script.append("all replicas are merged")
    var random = SeededGenerator(seed: SeededGenerator.seed(schedule.seed, run: -1))
    let values = replicas.map(\.value)
    var end = values[0]
    for value in values.dropFirst() { end.merge(value) }

    for _ in 0..<2 {
      try expectConverged(mergedInPairs(random.shuffled(values), &random), end, "pair by pair")
    }
    try expectConverged(try mergedByDeltas(random.shuffled(values)), end, "by deltas")
    try expectConverged(try reopened(end, "the merged value"), end, "and decoded")
    for value in values {
      try expectEqual(.convergence, end.merged(with: value), end) {
        "the merged value merged a replica once more"
      }
    }
    try checkBootstrap(end)
    try checkPromise(end)
  }

  private mutating func expectConverged(
    _ value: Value, _ end: Value, _ way: String
  ) throws(LawViolation) {
    try expectEqual(.convergence, value, end) {
      "all replicas merged in another order, \(way), instead of one after the other"
    }
    let shown = subject.observe(value)
    let expectedShown = subject.observe(end)
    try expect(.convergence, shown == expectedShown) {
      "equal values, one merged \(way), show \(shown) and \(expectedShown)"
    }
  }

  /// Merges neighbours in rounds until one value is left.
  private func mergedInPairs(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    var rest = values
    while rest.count > 1 {
      let place = random.below(rest.count - 1)
      let right = rest.remove(at: place + 1)
      let left = rest[place]
      rest[place] = random.oneIn(2) ? left.merged(with: right) : right.merged(with: left)
    }
    return rest[0]
  }

  private mutating func mergedByDeltas(_ values: [Value]) throws(LawViolation) -> Value {
    var result = values[0]
    for value in values.dropFirst() {
      if let delta = value.delta(since: result.version) {
        try mergeExpected(delta, into: &result)
      }
    }
    return result
  }

  /// Sends everything to a value that has seen nothing, if the type makes such
  /// values.
  private mutating func checkBootstrap(_ end: Value) throws(LawViolation) {
    let nothing = Value.Version()
    var value = devices[0].environment.run(subject.make)
    guard value.version == nothing else { return }
    if let delta = end.delta(since: nothing) {
      try mergeExpected(delta, into: &value)
    }
    try expectEqual(.bootstrap, value, end) {
      "a value that has seen nothing took in everything"
    }
  }

  private mutating func checkPromise(_ end: Value) throws(LawViolation) {
    guard let promise = subject.promise else { return }
    let seen = replicas.reduce(into: Set<Int>()) { $0.formUnion($1.seen) }
    let complaint = promise.complaint(history.seen(seen), promise.items(end))
    try expect(.promise, complaint == nil) { complaint ?? "" }
  }
}
