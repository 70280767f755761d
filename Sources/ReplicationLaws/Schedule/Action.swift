// SPDX-License-Identifier: MIT

/// One operation on named values. A `Planner` makes the random choices of a ``Step``, and turns the
/// step into actions.
///
/// Actions follow from a schedule alone, never from the contents of values. Any action can be left
/// out: later actions that then lack a value are skipped. The remaining actions still use the type
/// correctly, so the laws must hold.
enum Action: Sendable {
  case make(Variable, Moment)
  case copy(Variable, from: Variable)
  /// An edit. If it is checked, a copy of the value exists during the edit.
  case edit(Variable, Change, isChecked: Bool)
  /// Edits of two values on two threads at once. On one device, two copies of the first value are
  /// edited instead. The copies exist only for the checks.
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

  /// A law to check on the present values.
  enum Check: Sendable {
    case commutativity(Variable, Variable)
    case associativity(Variable, Variable, Variable)
    case idempotence(Variable)
    case mergeInPlace(Variable, Variable)
    case delta(Variable, Variable)
    case silence(Variable)
    case versions(Variable, Variable)
    /// The effect of a delta on its way. The value is restored afterwards.
    case receipt(Int, Variable)
    case fields(Variable, Variable)
    case dispatch(Variable, Variable)
    /// The word is the seed of the orders of merging.
    case convergence([Variable], word: UInt64)
  }
}

/// The name of a value in a script.
struct Variable: Hashable, Sendable, CustomStringConvertible {
  /// The greatest number of replicas, and of snapshots.
  static let most = 6

  /// The number of the value: replicas come first, then snapshots.
  let number: Int

  static func replica(_ number: Int) -> Variable { Variable(number: number) }
  static func snapshot(_ number: Int) -> Variable { Variable(number: most + number) }

  var description: String {
    number < Self.most
      ? String(Array("abcdef")[number]) : "old\(number - Self.most)"
  }
}

/// The device and time of an edit.
struct Moment: Hashable, Sendable {
  var device: Int
  /// The time of the device's clock.
  var milliseconds: UInt64
}

/// An edit to be made.
struct Change: Sendable {
  var moment: Moment
  /// The seed of the edit's choices.
  var word: UInt64
}
