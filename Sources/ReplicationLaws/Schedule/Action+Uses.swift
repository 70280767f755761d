// SPDX-License-Identifier: MIT

extension Action {
  /// The values that must exist.
  var reads: [Variable] {
    switch self {
    case .make, .lose: []
    case .copy(_, let source): [source]
    case .edit(let variable, _, _): [variable]
    case .editApart(let first, _, let second, _, let isOneDevice):
      isOneDevice ? [first] : [first, second]
    case .merge(let source, let variable): [source, variable]
    case .crossMerge(let first, let second): [first, second]
    case .reopen(let variable): [variable]
    case .exchange(let sender, let receiver, _): [sender, receiver]
    case .keepVersion(_, let variable): [variable]
    case .send(_, let sender, _, _): [sender]
    case .receive(_, let receiver): [receiver]
    case .check(let check): check.reads
    }
  }

  /// The values that the action assigns or changes, except a value made from nothing.
  var writes: [Variable] {
    switch self {
    case .make, .keepVersion, .send, .lose, .check: []
    case .copy(let variable, _): [variable]
    case .edit(let variable, _, _): [variable]
    case .editApart(let first, _, let second, _, let isOneDevice):
      isOneDevice ? [] : [first, second]
    case .merge(_, let variable): [variable]
    case .crossMerge(let first, let second): [first, second]
    case .reopen(let variable): [variable]
    case .exchange(_, let receiver, _): [receiver]
    case .receive(_, let receiver): [receiver]
    }
  }

  /// The devices and times at which the action makes and edits values.
  var moments: [Moment] {
    switch self {
    case .make(_, let moment): [moment]
    case .edit(_, let change, _): [change.moment]
    case .editApart(_, let changes, _, let otherChanges, _):
      (changes + otherChanges).map(\.moment)
    default: []
    }
  }

  /// The same action with other moments.
  func mappingMoments(_ transform: (Moment) -> Moment) -> Action {
    func map(_ change: Change) -> Change {
      Change(moment: transform(change.moment), word: change.word)
    }
    return switch self {
    case .make(let variable, let moment): .make(variable, transform(moment))
    case .edit(let variable, let change, let isChecked):
      .edit(variable, map(change), isChecked: isChecked)
    case .editApart(let first, let changes, let second, let otherChanges, let isOneDevice):
      .editApart(
        first, changes.map(map), second, otherChanges.map(map), isOneDevice: isOneDevice)
    default: self
    }
  }

  /// The same action with other values.
  func mappingValues(_ map: (Variable) -> Variable) -> Action {
    switch self {
    case .make(let variable, let moment): .make(map(variable), moment)
    case .copy(let variable, let source): .copy(map(variable), from: map(source))
    case .edit(let variable, let change, let isChecked):
      .edit(map(variable), change, isChecked: isChecked)
    case .editApart(let first, let changes, let second, let otherChanges, let isOneDevice):
      .editApart(map(first), changes, map(second), otherChanges, isOneDevice: isOneDevice)
    case .merge(let source, let variable): .merge(map(source), into: map(variable))
    case .crossMerge(let first, let second): .crossMerge(map(first), map(second))
    case .reopen(let variable): .reopen(map(variable))
    case .exchange(let sender, let receiver, let isEncoded):
      .exchange(from: map(sender), to: map(receiver), isEncoded: isEncoded)
    case .keepVersion(let number, let variable): .keepVersion(number, of: map(variable))
    case .send(let number, let sender, let version, let isEncoded):
      .send(number, from: map(sender), since: version, isEncoded: isEncoded)
    case .receive(let number, let receiver): .receive(number, by: map(receiver))
    case .lose: self
    case .check(let check): .check(check.mappingValues(map))
    }
  }
}

extension Action.Check {
  /// The values that must exist.
  var reads: [Variable] {
    switch self {
    case .idempotence(let variable), .silence(let variable), .receipt(_, let variable): [variable]
    case .associativity(let first, let second, let third): [first, second, third]
    case .commutativity(let first, let second), .mergeInPlace(let first, let second),
      .delta(let first, let second), .versions(let first, let second),
      .fields(let first, let second), .dispatch(let first, let second):
      [first, second]
    // Any value of a convergence check may be missing.
    case .convergence: []
    }
  }

  /// The same check of other values.
  func mappingValues(_ map: (Variable) -> Variable) -> Self {
    switch self {
    case .commutativity(let first, let second): .commutativity(map(first), map(second))
    case .associativity(let first, let second, let third):
      .associativity(map(first), map(second), map(third))
    case .idempotence(let variable): .idempotence(map(variable))
    case .mergeInPlace(let first, let second): .mergeInPlace(map(first), map(second))
    case .delta(let first, let second): .delta(map(first), map(second))
    case .silence(let variable): .silence(map(variable))
    case .versions(let first, let second): .versions(map(first), map(second))
    case .receipt(let number, let variable): .receipt(number, map(variable))
    case .fields(let first, let second): .fields(map(first), map(second))
    case .dispatch(let first, let second): .dispatch(map(first), map(second))
    case .convergence(let variables, let word): .convergence(variables.map(map), word: word)
    }
  }
}
