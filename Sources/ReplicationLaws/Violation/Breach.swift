// SPDX-License-Identifier: MIT

/// A law that broke while a plan was carried out.
struct Breach: Error {
  let law: Law
  let finding: String

  /// Which action broke it, as a place in the plan.
  let place: Int

  /// Its source: statements in place of the action's own, and what is true
  /// only while the law is kept; nil if source cannot say that.
  let preface: [String]
  let expression: String?

  /// What the edits of the plan did, by the place of their action.
  let edits: [Int: [Edit]]
}

/// Two expressions of a script that ought to be equal.
struct Comparison {
  let value: String
  let expected: String
  /// What both build on.
  let preface: [String]

  init(_ value: String, _ expected: String, after preface: [String] = []) {
    self.value = value
    self.expected = expected
    self.preface = preface
  }
}
