// SPDX-License-Identifier: MIT

/// The breach of a law by an action of a plan.
struct Breach: Error {
  let law: Law
  let finding: String

  /// The place of that action in the plan.
  let place: Int

  /// The source of the statements that replace the action's own statements.
  let preface: [String]

  /// The source of an expression that is true only while the law is kept. Nil if source cannot
  /// express the law.
  let expression: String?

  /// The edits of the plan, by the place of their action.
  let edits: [Int: [Edit]]
}

/// Two expressions of a script that must be equal.
struct Comparison {
  let value: String
  let expected: String
  /// The source that both expressions build on.
  let preface: [String]

  init(_ value: String, _ expected: String, after preface: [String] = []) {
    self.value = value
    self.expected = expected
    self.preface = preface
  }
}
