// SPDX-License-Identifier: MIT

/// One thing done to named values: what a ``Step`` comes to once everything
/// random about it is decided.
///
/// Actions follow from a schedule alone, never from what values hold. Any of
/// them can be left out: what then lacks a value is skipped, and what is left
/// is still a way to use the type, so that no law may break.
enum Action: Sendable {
  case make(Variable, Moment)
  case copy(Variable, from: Variable)
  /// An edit; if it is checked, a copy from before it is there meanwhile.
  case edit(Variable, Change, isChecked: Bool)
  /// Edits of two values on two threads at once. On one device they are edits
  /// of copies of the first, and only for the checks.
  case editApart(Variable, [Change], Variable, [Change], isOneDevice: Bool)
  case merge(Variable, into: Variable)
  case crossMerge(Variable, Variable)
  case reopen(Variable)
  case exchange(from: Variable, to: Variable, isEncoded: Bool)
  case keepVersion(Int, of: Variable)
  case send(Int, from: Variable, since: Int, isEncoded: Bool)
  case receive(Int, by: Variable)
  case lose(Int)
  case check(Check)

  /// A law to check on values as they are.
  enum Check: Sendable {
    case commutativity(Variable, Variable)
    case associativity(Variable, Variable, Variable)
    case idempotence(Variable)
    case mergeInPlace(Variable, Variable)
    case delta(Variable, Variable)
    case silence(Variable)
    case versions(Variable, Variable)
    /// What a value does with a delta on the way; it is as before afterwards.
    case receipt(Int, Variable)
    case fields(Variable, Variable)
    case dispatch(Variable, Variable)
    /// The word is the seed of the orders in which they are merged.
    case convergence([Variable], word: UInt64)
  }
}

/// The name of a value in a script.
struct Variable: Hashable, Sendable, CustomStringConvertible {
  /// How many replicas there may be, and how many snapshots.
  static let most = 6

  /// Replicas come first, then snapshots.
  let number: Int

  static func replica(_ number: Int) -> Variable { Variable(number: number) }
  static func snapshot(_ number: Int) -> Variable { Variable(number: most + number) }

  var description: String {
    number < Self.most
      ? String(Array("abcdef")[number]) : "old\(number - Self.most)"
  }
}

/// Where and when an edit is made.
struct Moment: Hashable, Sendable {
  var device: Int
  /// What the device's clock shows.
  var milliseconds: UInt64
}

/// An edit to be made.
struct Change: Sendable {
  var moment: Moment
  /// The seed of what it will be.
  var word: UInt64
}
