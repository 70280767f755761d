// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Execution {
  /// Checks a law drawn at random on values drawn at random, old ones included.
  mutating func checkSomeLaw(_ random: inout SeededGenerator) throws(LawViolation) {
    let first = anyValue(&random)
    let second = anyValue(&random)
    switch random.below(7) {
    case 0: try checkCommutativity(first, second)
    case 1: try checkAssociativity(first, second, anyValue(&random))
    case 2: try checkIdempotence(first)
    case 3: try checkMergeInPlace(first, second)
    case 4: try checkDelta(first, second)
    case 5: try checkSilence(first)
    default: try checkVersions(first, second)
    }
  }

  /// The state after an edit, merged with the state before it.
  mutating func checkAbsorption(before: Value, after: Value) throws(LawViolation) {
    try expectEqual(.absorption, after.merged(with: before), after) {
      "the state after the last edit merged the state before it"
    }
    try expectEqual(.absorption, before.merged(with: after), after) {
      "the state before the last edit merged the state after it"
    }
    try expect(.versions, after.contains(before.version)) {
      "the state after the last edit does not contain the version before it"
    }
    guard before != after else { return }
    try expect(.versions, !before.contains(after.version)) {
      "the state before the last edit contains the version after it"
    }
  }

  private mutating func checkCommutativity(
    _ first: Value, _ second: Value
  ) throws(LawViolation) {
    try expectEqual(.commutativity, first.merged(with: second), second.merged(with: first)) {
      "two values were merged both ways"
    }
  }

  private mutating func checkAssociativity(
    _ first: Value, _ second: Value, _ third: Value
  ) throws(LawViolation) {
    try expectEqual(
      .associativity, first.merged(with: second).merged(with: third),
      first.merged(with: second.merged(with: third))
    ) { "three values were merged, bracketed both ways" }
  }

  private mutating func checkIdempotence(_ value: Value) throws(LawViolation) {
    try expectEqual(.idempotence, value.merged(with: value), value) {
      "a value was merged with itself"
    }
    let copy = try reopened(value, "a value")
    try expectEqual(.idempotence, value.merged(with: copy), value) {
      "a value was merged with its decoded copy"
    }
  }

  private mutating func checkMergeInPlace(
    _ first: Value, _ second: Value
  ) throws(LawViolation) {
    let bytesBefore = (try bytes(of: first), try bytes(of: second))
    let merged = first.merged(with: second)
    var inPlace = first
    inPlace.merge(second)
    try expectEqual(.mergeInPlace, inPlace, merged) { "two values were merged in place" }
    let bytesAfter = (try bytes(of: first), try bytes(of: second))
    try expect(.valueSemantics, bytesAfter == bytesBefore) {
      "merging two values changed one of them"
    }
  }

  private mutating func checkDelta(_ first: Value, _ second: Value) throws(LawViolation) {
    var received = first
    if let delta = second.delta(since: first.version) {
      try mergeExpected(delta, into: &received)
    }
    try expectEqual(.delta, received, first.merged(with: second)) {
      "a value took in a delta instead of the value it was made from"
    }
  }

  private mutating func checkSilence(_ value: Value) throws(LawViolation) {
    try expect(.silence, value.delta(since: value.version) == nil) {
      "a value has a delta since its own version"
    }
  }

  private mutating func checkVersions(_ first: Value, _ second: Value) throws(LawViolation) {
    let merged = first.merged(with: second)
    let joined = first.version.merged(with: second.version)
    try expect(
      .versions,
      merged.contains(first.version) && merged.contains(second.version) && merged.contains(joined)
    ) { "a merged value does not contain the versions of both" }
    try expect(.versions, merged.delta(since: joined) == nil) {
      "a merged value has a delta since the merged versions of both"
    }
    try expect(.versions, first.contains(second.version) == (merged == first)) {
      merged == first
        ? "a value does not contain a version, though merging it changes nothing"
        : "a value contains a version, though merging it changes something"
    }
    try expect(.versions, first != second || first.version == second.version) {
      "equal values have different versions"
    }
  }
}
