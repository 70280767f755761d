// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The different values of a search, each with a number, and the results of merging them.
///
/// Values with equal bytes have one number. Values of a type without bytes have one number if they
/// and their observations are equal. Each pair of values is merged once.
struct ValueTable<Value: Replicable & Equatable, Observation: Hashable> {
  private let subject: LawSubject<Value, Observation>

  private(set) var values: [Value] = []
  private(set) var bytes: [[UInt8]] = []
  private var observations: [Observation] = []
  private var orders: [[AnyHashable]?] = []
  private var numbersByBytes: [[UInt8]: Int] = [:]
  private var numbersByObservation: [Observation: [Int]] = [:]
  private var merges = PackedTable()

  init(_ subject: LawSubject<Value, Observation>) {
    self.subject = subject
  }

  /// The number of the result of merging two values.
  mutating func merged(_ first: Int, _ second: Int) throws(SearchFailure) -> Int {
    let key = UInt64(first) << 32 | UInt64(second)
    if let number = merges[key] { return number }
    let number = try number(of: values[first].merged(with: values[second]), .convergence)
    merges[key] = number
    return number
  }

  /// The number of a value. If the value is known, it must agree with the stored value in all
  /// respects.
  mutating func number(of value: Value, _ law: Law) throws(SearchFailure) -> Int {
    guard let form = subject.bytes else { return try number(ofUnframed: value) }
    let written = try encoded(value, form)
    if let number = numbersByBytes[written] {
      guard values[number] == value else {
        throw SearchFailure(law: law, finding: "values with equal bytes are unequal")
      }
      try expectSameShown(value, number)
      return number
    }
    try checkDecoding(value, written, form)
    numbersByBytes[written] = values.count
    bytes.append(written)
    return append(value)
  }

  /// Checks that a value is unchanged since it got its number.
  func expectUnchanged(_ number: Int, _ finding: String) throws(SearchFailure) {
    let isUnchanged =
      if let form = subject.bytes {
        try encoded(values[number], form) == bytes[number]
      } else {
        subject.observe(values[number]) == observations[number]
      }
    guard isUnchanged else { throw SearchFailure(law: .valueSemantics, finding: finding) }
  }

  private mutating func append(_ value: Value) -> Int {
    SearchScope.requireNumber(values.count, of: "values")
    observations.append(subject.observe(value))
    orders.append(subject.order(value))
    values.append(value)
    return values.count - 1
  }

  private mutating func number(ofUnframed value: Value) throws(SearchFailure) -> Int {
    let shown = subject.observe(value)
    for number in numbersByObservation[shown] ?? [] where values[number] == value {
      try expectSameShown(value, number)
      return number
    }
    numbersByObservation[shown, default: []].append(values.count)
    return append(value)
  }

  private func expectSameShown(_ value: Value, _ number: Int) throws(SearchFailure) {
    let shown = subject.observe(value)
    guard shown == observations[number] else {
      throw SearchFailure(
        law: .convergence, finding: "equal values show \(shown) and \(observations[number])")
    }
    let order = subject.order(value)
    guard order == orders[number] else {
      throw SearchFailure(
        law: .order,
        finding: "equal values list \(order ?? []) and \(orders[number] ?? [])")
    }
  }

  private func encoded(
    _ value: Value, _ form: ByteOperations<Value>
  ) throws(SearchFailure) -> [UInt8] {
    do throws(EncodingFailure) {
      return try form.encode(value)
    } catch {
      throw SearchFailure(law: .encoding, finding: "cannot be encoded: \(error)")
    }
  }

  private func checkDecoding(
    _ value: Value, _ written: [UInt8], _ form: ByteOperations<Value>
  ) throws(SearchFailure) {
    let decoded: Value
    do throws(DecodingFailure) {
      decoded = try form.decode(written)
    } catch {
      throw SearchFailure(law: .encoding, finding: "cannot be decoded from its bytes: \(error)")
    }
    guard decoded == value, try encoded(decoded, form) == written else {
      throw SearchFailure(law: .encoding, finding: "a decoded value differs")
    }
  }
}
