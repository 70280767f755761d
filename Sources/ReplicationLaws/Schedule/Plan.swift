// SPDX-License-Identifier: MIT

/// The devices of a schedule, and its actions in order.
struct Plan: Sendable {
  /// The operations that a type offers beyond merging, which decide the possible actions.
  struct Abilities: Sendable {
    var hasBytes = false
    var hasDeltas = false
    var hasFields = false
    var hasDirectMerge = false
  }

  /// The random bits that each device starts with.
  var devices: [UInt64] = []
  var actions: [Action] = []

  /// The number of steps of each kind that led to actions.
  var steps: [Step.Kind: Int] = [:]
}

extension Plan {
  /// The amount of work in the plan. An action with edits on two threads counts as the number of
  /// its edits plus 1, or plus 4 if the edits are on one device. Any other action counts as 1.
  var size: Int {
    actions.reduce(0) { size, action in
      guard case .editApart(_, let changes, _, let otherChanges, let isOneDevice) = action else {
        return size + 1
      }
      return size + changes.count + otherChanges.count + (isOneDevice ? 4 : 1)
    }
  }

  /// The plan without the actions that lack a value, version or delta.
  func pruned() -> Plan {
    var scope = Scope()
    var result = self
    result.actions = actions.compactMap { action in
      guard scope.admits(action) else { return nil }
      guard case .check(.convergence(let variables, let word)) = action else { return action }
      return .check(.convergence(variables.filter(scope.values.contains), word: word))
    }
    return result
  }

  /// The times of a device's clock, in the order of the actions.
  func times(on device: Int) -> [UInt64] {
    actions.flatMap(\.moments).filter { $0.device == device }.map(\.milliseconds)
  }

  /// The values, deltas and versions that exist at a point of a plan.
  private struct Scope {
    var values: Set<Variable> = []
    var letters: Set<Int> = []
    var versions: Set<Int> = []

    /// Whether an action can be carried out. If so, adds its results.
    mutating func admits(_ action: Action) -> Bool {
      guard values.isSuperset(of: action.reads) else { return false }
      switch action {
      case .make(let variable, _): values.insert(variable)
      case .copy(let variable, _): values.insert(variable)
      case .keepVersion(let number, _): versions.insert(number)
      case .send(let number, _, let version, _):
        guard versions.contains(version) else { return false }
        letters.insert(number)
      case .receive(let number, _), .check(.receipt(let number, _)):
        return letters.contains(number)
      case .lose(let number): return letters.remove(number) != nil
      default: break
      }
      return true
    }
  }
}
