// SPDX-License-Identifier: MIT

/// The source of the edits that two threads make to two values.
struct ApartSource {
  /// The names of the values in a script.
  let names: (String, String)

  /// The edits of both values, one after the other.
  let edits: [String]

  /// The source before the edits.
  private let opening: [String]

  /// The names of the values before the edits.
  private let befores: (String, String)

  /// Edits of two values, each on a device of its own.
  init(
    of first: Variable, _ changes: [Change], _ second: Variable, _ otherChanges: [Change],
    _ made: [Edit], in plan: Plan
  ) {
    names = ("\(first)", "\(second)")
    opening = []
    befores = (names.0, names.1)
    edits =
      [Self.remark]
      + Self.source(made, of: names, changes, otherChanges, in: plan)
  }

  /// Edits of two copies of a value on one device, made after a first edit.
  ///
  /// - Parameter made: All edits: the first edit, the edits of one copy, and the edits of the other
  ///   copy.
  init(
    ofCopiesOf variable: Variable, _ changes: [Change], _ otherChanges: [Change], _ made: [Edit],
    isAtOnce: Bool, in plan: Plan
  ) {
    names = ("one", "two")
    befores = ("one", "one")
    let shared = plan.addingDevice(for: changes, otherChanges)
    let moved = [changes, otherChanges].map { $0.map { $0.on(device: plan.devices.count) } }
    let first = zip(moved[0].prefix(1), made.prefix(1)).flatMap { change, edit in
      Script.source(of: edit, of: "one", at: change.moment, in: shared)
    }
    opening =
      Script.source(ofDevice: plan.devices.count, in: shared) + ["var one = \(variable)"] + first
    edits =
      ["var two = one"] + (isAtOnce ? [Self.remark] : [])
      + Self.source(Array(made.dropFirst()), of: names, moved[0], moved[1], in: shared)
  }

  /// All lines, for a check of both values.
  var lines: [String] { opening + edits }

  /// All lines, with a value's state before the edits kept as `before`.
  func lines(keepingBefore name: String) -> [String] { opening(keepingBefore: name) + edits }

  /// The lines before the edits, with a value's state kept as `before`.
  func opening(keepingBefore name: String) -> [String] {
    opening + ["let before = \(name == names.0 ? befores.0 : befores.1)"]
  }

  private static let remark =
    "// At once, on two threads. Made in turn, as here, they may keep the law."

  private static func source(
    _ made: [Edit], of names: (String, String), _ changes: [Change], _ otherChanges: [Change],
    in plan: Plan
  ) -> [String] {
    let authors = changes.map { (names.0, $0) } + otherChanges.map { (names.1, $0) }
    return zip(made, authors).flatMap { edit, author in
      Script.source(of: edit, of: author.0, at: author.1.moment, in: plan)
    }
  }
}

extension Change {
  fileprivate func on(device: Int) -> Change {
    Change(moment: Moment(device: device, milliseconds: moment.milliseconds), word: word)
  }
}

extension Plan {
  /// The plan with one more device, on which these changes are made. The device starts with the
  /// same random bits as the device of `editOnOneDevice`: the word of the first change. The actions
  /// of the result only provide the times of the changes.
  fileprivate func addingDevice(for changes: [Change], _ otherChanges: [Change]) -> Plan {
    var result = self
    result.devices.append(changes.first?.word ?? 0)
    let moments = (changes.prefix(1) + changes + otherChanges).map {
      $0.on(device: devices.count).moment
    }
    result.actions = moments.map { .make(.replica(0), $0) }
    return result
  }
}
