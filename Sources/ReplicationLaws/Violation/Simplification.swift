// SPDX-License-Identifier: MIT

/// Finds simpler variants of a plan. A `Shrinker` tries them.
enum Simplification {
  /// The number of other edits to try in place of one edit.
  private static let otherEdits: UInt64 = 12

  /// Plans in which the action at `place` is simpler or left out, or is replaced so that an earlier
  /// action can be left out.
  static func candidates(for plan: Plan, at place: Int) -> [Plan] {
    let actions = plan.actions
    func replacing(_ action: Action) -> Plan {
      var result = plan
      result.actions[place] = action
      return result
    }
    switch actions[place] {
    case .make(let variable, _):
      return actions.prefix(place).compactMap { earlier in
        guard case .make(let other, _) = earlier else { return nil }
        return replacing(.copy(variable, from: other))
      } + [withoutVariable(variable, at: place, in: plan, calling: nil)].compactMap(\.self)
    case .copy(let variable, let source):
      return [withoutVariable(variable, at: place, in: plan, calling: source)].compactMap(\.self)
    case .edit(let variable, let change, let isChecked):
      let moment = change.moment
      return otherWords(change, in: plan).map {
        replacing(.edit(variable, $0, isChecked: isChecked))
      }
        + (moment.device > 0
          ? [replacing(.edit(variable, onDevice(0, change), isChecked: isChecked))] : [])
    case .editApart:
      return inTurn(actions[place]).map { actions in
        var result = plan
        result.actions.replaceSubrange(place...place, with: actions)
        return result
      }
    case .crossMerge(let first, let second):
      return [
        replacing(.check(.commutativity(first, second))), replacing(.merge(second, into: first)),
        replacing(.merge(first, into: second)),
      ]
    case .exchange(let sender, let receiver, _):
      return [
        replacing(.check(.delta(receiver, sender))), replacing(.merge(sender, into: receiver)),
      ]
    case .receive(let number, let receiver), .check(.receipt(let number, let receiver)):
      return withoutLetter(number, to: receiver, at: place, in: plan)
    case .check(.convergence(let variables, let word)):
      return variables.indices.map { index in
        var rest = variables
        rest.remove(at: index)
        return replacing(.check(.convergence(rest, word: word)))
      } + (0..<4).map { replacing(.check(.convergence(variables, word: $0))) }
    default: return []
    }
  }

  /// Plans whose devices and clocks are simpler.
  static func candidates(for plan: Plan) -> [Plan] {
    let ranks = Dictionary(
      uniqueKeysWithValues: Set(plan.actions.flatMap(\.moments).map(\.milliseconds)).sorted()
        .enumerated().map { ($0.element, UInt64($0.offset + 1)) })
    let clocks: [(Moment) -> UInt64] = [{ _ in 1 }, { ranks[$0.milliseconds] ?? 1 }]
    var result = clocks.map { clock in
      var simpler = plan
      simpler.actions = plan.actions.map { action in
        action.mappingMoments { Moment(device: $0.device, milliseconds: clock($0)) }
      }
      return simpler
    }
    result.append(ordered(plan))
    for device in plan.devices.indices where !plan.times(on: device).isEmpty {
      for other in plan.devices.indices where other < device {
        var fewer = plan
        fewer.actions = plan.actions.map { action in
          action.mappingMoments {
            $0.device == device
              ? Moment(device: other, milliseconds: $0.milliseconds) : $0
          }
        }
        result.append(fewer)
      }
    }
    return result
  }

  /// The simpler actions in place of an `editApart` action. All but the last make the edits on one
  /// thread. The last makes fewer edits on two threads.
  private static func inTurn(_ action: Action) -> [[Action]] {
    guard
      case .editApart(let first, let changes, let second, let otherChanges, let isOneDevice) =
        action
    else { return [] }
    let few = Action.editApart(
      first, Array(changes.prefix(1)), second, Array(otherChanges.prefix(1)),
      isOneDevice: isOneDevice)
    let ways = [false, true].flatMap { isChecked -> [[Action]] in
      let edits =
        changes.map { Action.edit(first, $0, isChecked: isChecked) }
        + otherChanges.map { Action.edit(second, $0, isChecked: isChecked) }
      guard isOneDevice, let change = changes.first else { return [edits] }
      let start: [Action] = [
        .edit(first, change, isChecked: isChecked), .copy(second, from: first),
      ]
      return meetings(of: first, second).map { start + edits + [.check($0)] }
    }
    return ways + [[few]]
  }

  /// The checks of two copies that were edited on one device. The check of convergence also checks
  /// the type's ``Promise``.
  private static func meetings(of first: Variable, _ second: Variable) -> [Action.Check] {
    [.commutativity(first, second), .convergence([first, second], word: 0)]
  }

  /// The plan in which a delta is made only when it is received.
  private static func withoutLetter(
    _ number: Int, to receiver: Variable, at place: Int, in plan: Plan
  ) -> [Plan] {
    var result = plan
    for (index, action) in plan.actions.prefix(place).enumerated() {
      guard case .send(number, let sender, _, _) = action, sender != receiver else { continue }
      result.actions[place] = .check(.delta(receiver, sender))
      result.actions.remove(at: index)
      return [result]
    }
    return []
  }

  /// The plan with small random bits, which ascend from device to device. The bits may decide which
  /// edit comes first.
  static func ordered(_ plan: Plan) -> Plan {
    var result = plan
    for device in plan.devices.indices { result.devices[device] = UInt64(device + 1) }
    return result
  }

  /// Plans in which the last action concerns another value.
  static func otherValues(in plan: Plan) -> [Plan] {
    guard let last = plan.actions.last else { return [] }
    let values = Set(plan.actions.flatMap { $0.writes + [$0.made].compactMap(\.self) })
    return Set(last.reads).sorted { $0.number < $1.number }.flatMap { old in
      values.subtracting([old]).sorted { $0.number < $1.number }.map { new in
        var result = plan
        result.actions[plan.actions.count - 1] = last.mappingValues { $0 == old ? new : $0 }
        return result
      }
    }
  }

  /// The plan with values and devices named in the order in which they appear.
  static func tidied(_ plan: Plan) -> Plan {
    var names: [Variable: Variable] = [:]
    var devices: [Int: Int] = [:]
    for action in plan.actions {
      for variable in [action.made].compactMap(\.self) + action.reads + action.writes
      where names[variable] == nil {
        names[variable] = .replica(names.count)
      }
      for moment in action.moments where devices[moment.device] == nil {
        devices[moment.device] = devices.count
      }
    }
    guard names.count <= Variable.most else { return plan }
    var result = plan
    result.actions = plan.actions.map { action in
      action.mappingValues { names[$0] ?? $0 }.mappingMoments {
        Moment(device: devices[$0.device] ?? $0.device, milliseconds: $0.milliseconds)
      }
    }
    result.devices = devices.sorted { $0.value < $1.value }.map { plan.devices[$0.key] }
    return result
  }

  /// Variants of a change with other words. The words are small numbers that no `edit` action of
  /// the plan has, so that the changes of these actions keep different words.
  private static func otherWords(_ change: Change, in plan: Plan) -> [Change] {
    let words = Set(plan.actions.compactMap(\.word))
    return (0..<otherEdits).filter { !words.contains($0) }.map {
      Change(moment: change.moment, word: $0)
    }
  }

  private static func onDevice(_ device: Int, _ change: Change) -> Change {
    Change(
      moment: Moment(device: device, milliseconds: change.moment.milliseconds), word: change.word)
  }

  /// The plan without the action that makes a value. Actions on that value concern another value
  /// instead, by default the first value of the plan.
  private static func withoutVariable(
    _ variable: Variable, at place: Int, in plan: Plan, calling other: Variable?
  ) -> Plan? {
    guard let other = other ?? plan.actions.first?.made, other != variable else { return nil }
    var result = plan
    result.actions = plan.actions.enumerated().map { index, action in
      index < place ? action : action.mappingValues { $0 == variable ? other : $0 }
    }
    result.actions.remove(at: place)
    return result
  }
}

extension Action {
  /// The word of an edit.
  fileprivate var word: UInt64? {
    if case .edit(_, let change, _) = self { change.word } else { nil }
  }

  /// The value that the action makes from nothing.
  fileprivate var made: Variable? {
    if case .make(let variable, _) = self { variable } else { nil }
  }
}
