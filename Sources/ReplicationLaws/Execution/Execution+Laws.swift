// SPDX-License-Identifier: MIT

import Causality

extension Execution {
  /// Checks a law on present values.
  mutating func perform(_ check: Action.Check) throws(Breach) {
    switch check {
    case .commutativity(let first, let second):
      try withValues(first, second) { (execution, one, other) throws(Breach) in
        try execution.checkCommutativity(one, other, first, second)
        try execution.checkDecodedMerge(one, other, first, second)
      }
    case .associativity(let first, let second, let third):
      try checkAssociativity(first, second, third)
    case .idempotence(let variable): try checkIdempotence(variable)
    case .mergeInPlace(let first, let second):
      try withValues(first, second) { (execution, one, other) throws(Breach) in
        try execution.checkMergeInPlace(one, other, first, second)
      }
    case .delta, .silence, .versions, .receipt:
      if let deltas = subject.deltas { try perform(check, deltas) }
    case .fields(let first, let second):
      try withValues(first, second) { (execution, one, other) throws(Breach) in
        try execution.checkFields(one, other, first, second)
      }
    case .dispatch(let first, let second):
      try withValues(first, second) { (execution, one, other) throws(Breach) in
        try execution.checkDispatch(one, other, first, second)
      }
    case .convergence(let variables, let word): try checkConvergence(variables, word)
    }
  }

  mutating func withValues(
    _ first: Variable, _ second: Variable,
    _ body: (inout Self, Value, Value) throws(Breach) -> Void
  ) throws(Breach) {
    guard let one = values[first]?.value, let other = values[second]?.value else { return }
    try body(&self, one, other)
  }

  private mutating func checkCommutativity(
    _ one: Value, _ other: Value, _ first: Variable, _ second: Variable
  ) throws(Breach) {
    let left = one.merged(with: other)
    let right = other.merged(with: one)
    try expectEqual(
      .commutativity, left, right,
      Comparison("\(first).merged(with: \(second))", "\(second).merged(with: \(first))")
    ) { "two values were merged both ways" }
    try expectSameOrder(
      left, right,
      Comparison("\(first).merged(with: \(second))", "\(second).merged(with: \(first))"))
  }

  /// Checks that a decoded copy merges like the original. Equality alone may overlook contents that
  /// the bytes lack.
  private mutating func checkDecodedMerge(
    _ one: Value, _ other: Value, _ first: Variable, _ second: Variable
  ) throws(Breach) {
    guard let bytes = subject.bytes else { return }
    let copy = try reopened(one, bytes, "\(first)")
    let source = bytes.reopenedSource("\(first)", as: subject.typeName.source)
    try expectEqual(
      .encoding, other.merged(with: copy), other.merged(with: one),
      Comparison(
        "\(second).merged(with: copy)", "\(second).merged(with: \(first))",
        after: ["let copy = try \(source)"])
    ) { "a copy that was encoded and decoded merges otherwise" }
  }

  /// Checks that equal values list equal elements in equal order.
  mutating func expectSameOrder(
    _ value: Value, _ expected: Value, _ comparison: Comparison
  ) throws(Breach) {
    guard let order = subject.order(value), let expectedOrder = subject.order(expected) else {
      return
    }
    try expect(
      .order, order == expectedOrder, after: comparison.preface,
      "Array(\(comparison.value)) == Array(\(comparison.expected))"
    ) { "equal values list \(order) and \(expectedOrder)" }
  }

  private mutating func checkAssociativity(
    _ first: Variable, _ second: Variable, _ third: Variable
  ) throws(Breach) {
    guard let one = values[first]?.value, let two = values[second]?.value,
      let three = values[third]?.value
    else { return }
    try expectEqual(
      .associativity, one.merged(with: two).merged(with: three),
      one.merged(with: two.merged(with: three)),
      Comparison(
        "\(first).merged(with: \(second)).merged(with: \(third))",
        "\(first).merged(with: \(second).merged(with: \(third)))")
    ) { "three values were merged, bracketed both ways" }
  }

  private mutating func checkIdempotence(_ variable: Variable) throws(Breach) {
    guard let value = values[variable]?.value else { return }
    try expectEqual(
      .idempotence, value.merged(with: value), value,
      Comparison("\(variable).merged(with: \(variable))", "\(variable)")
    ) { "a value was merged with itself" }
    guard let bytes = subject.bytes else { return }
    let copy = try reopenedValue(value, bytes, "\(variable)")
    let source = bytes.reopenedSource("\(variable)", as: subject.typeName.source)
    try expectEqual(
      .idempotence, value.merged(with: copy), value,
      Comparison(
        "\(variable).merged(with: copy)", "\(variable)",
        after: ["let copy = try \(source)"])
    ) { "a value was merged with its decoded copy" }
  }

  private mutating func checkMergeInPlace(
    _ one: Value, _ other: Value, _ first: Variable, _ second: Variable
  ) throws(Breach) {
    let traces = (try trace(of: one), try trace(of: other))
    let merged = one.merged(with: other)
    var inPlace = one
    inPlace.merge(other)
    let source = ["var merged = \(first)", "merged.merge(\(second))"]
    try expectEqual(
      .mergeInPlace, inPlace, merged,
      Comparison("merged", "\(first).merged(with: \(second))", after: source)
    ) { "two values were merged in place" }
    try expectUnchanged(
      one, traces.0, called: "\(first)", after: source, "merging into a copy changed the original")
    try expectUnchanged(
      other, traces.1, called: "\(second)", after: source, "merging a value changed it")
  }

  private mutating func checkDispatch(
    _ one: Value, _ other: Value, _ first: Variable, _ second: Variable
  ) throws(Breach) {
    guard let directMerge = subject.directMerge else { return }
    try expectEqual(
      .dispatch, one.merged(with: other), directMerge(one, other),
      Comparison(
        "generic(\(first), \(second))", "\(first).merged(with: \(second))",
        after: [
          "func generic<Value: Replicable>(_ value: Value, _ other: Value) -> Value {",
          "  value.merged(with: other)",
          "}",
        ])
    ) { "two values were merged by generic code and by code that names the type" }
  }

  /// Checks that two copies agree in their constants.
  private mutating func checkConstants(
    _ one: Value, _ other: Value, _ first: Variable, _ second: Variable
  ) throws(Breach) {
    func disagreement<Type: FieldListing>(_ one: Type) -> String? {
      (other as? Type).flatMap { one.disagreement(with: $0) }
    }
    guard let one = one as? any FieldListing, let finding = disagreement(one) else { return }
    try expect(.fields, false, "\(first).disagreement(with: \(second)) == nil") {
      "\(finding); set it in an initialiser alone, and make copies of one value"
    }
  }

  /// Checks that each replicating property of the merged struct contains that property of both
  /// structs.
  private mutating func checkFields(
    _ one: Value, _ other: Value, _ first: Variable, _ second: Variable
  ) throws(Breach) {
    try checkConstants(one, other, first, second)
    let merged = StoredProperties(of: one.merged(with: other)).properties
    let sources = [one, other].map { StoredProperties(of: $0).properties }
    for (place, property) in merged.enumerated() {
      let parts = sources.compactMap { place < $0.count ? $0[place].content : nil }
      guard parts.count == 2 else { continue }
      let differ = StoredProperties.areEqual(parts[0], parts[1]) == false
      report.properties[property.name, default: 0] += differ ? 1 : 0
      for (part, name) in zip(parts, [first, second]) {
        guard let isMerged = StoredProperties.contains(property.content, part) else { continue }
        try expect(
          .fields, isMerged,
          after: ["let merged = \(first).merged(with: \(second)).\(property.name)"],
          "merged.merged(with: \(name).\(property.name)) == merged"
        ) { "the property \(property.name) is not merged" }
      }
    }
  }
}
