// SPDX-License-Identifier: MIT

import Causality

/// The states that single replicas can reach in a search, each state with a number, and the effects
/// of edits and merges on the states.
///
/// The result of an edit follows from the replica's own state alone, whatever other replicas do. So
/// each edit of a state is made once, and a global state is one number per replica.
struct LocalStates<Value: Replicable & Equatable, Observation: Hashable> {
  /// The facts that determine a replica's future.
  struct State: Hashable {
    let replica: Int
    /// The number of edits that the replica has made.
    let edits: Int
    /// The number of the replica's value.
    let value: Int
    /// If a promise is checked, the number of a set: all edits that the replica has seen.
    let seen: Int
    /// For each edit, the number of the value that the edit would make next. These values show
    /// which session a replica is in. Empty if sessions are `.apart`, or if no edits are left.
    let next: [Int]
  }

  /// The last step of a replica.
  private enum Origin {
    case start
    case edit(Int, of: Int)
    case merge(value: Int, into: Int)
  }

  let subject: LawSubject<Value, Observation>
  let edits: [ExhaustiveSearch<Value, Observation>.NamedEdit]
  let scope: SearchScope
  let devices: SearchDevices
  var table: ValueTable<Value, Observation>
  var histories: SearchHistories

  private(set) var states: [State] = []
  private var origins: [Origin] = []
  private var numbers: [State: Int] = [:]
  /// The state that each edit of each state leads to. -1 stands for no state, -2 for an unknown
  /// state.
  private var edited: [Int] = []
  private var merged = PackedTable()

  init(
    _ subject: LawSubject<Value, Observation>,
    _ edits: [ExhaustiveSearch<Value, Observation>.NamedEdit], _ scope: SearchScope,
    _ clocks: [UInt64]
  ) {
    self.subject = subject
    self.edits = edits
    self.scope = scope
    devices = SearchDevices(clocks: clocks, sessions: scope.sessions)
    table = ValueTable(subject)
    histories = SearchHistories()
  }

  /// The states in which the replicas start: copies of one value.
  mutating func start() throws(SearchFailure) -> [Int] {
    let device = SimulatedDevice(bits: SearchDevices.originBits)
    let value = device.run(at: devices.originTime, subject.make)
    let number = try table.number(of: value, .encoding)
    let seen = histories.start(items: items(of: value))
    var result: [Int] = []
    for replica in 0..<SearchScope.replicaCount {
      result.append(
        try self.number(replica: replica, edits: 0, value: number, seen: seen, .start))
    }
    return result
  }

  /// The state after an edit, or nil if the edit does not apply or changes nothing.
  mutating func edit(_ state: Int, _ edit: Int) throws(SearchFailure) -> Int? {
    let place = state * edits.count + edit
    if edited[place] == -2 { edited[place] = try makeEdit(state, edit) ?? -1 }
    return edited[place] == -1 ? nil : edited[place]
  }

  /// The state after merging another replica's value. The result may be `state` itself.
  mutating func merge(_ other: Int, into state: Int) throws(SearchFailure) -> Int {
    let key = UInt64(state) << 32 | UInt64(other)
    if let number = merged[key] { return number }
    let mine = states[state]
    let value = try table.merged(mine.value, states[other].value)
    let seen = histories.union(mine.seen, states[other].seen)
    let number =
      value == mine.value && seen == mine.seen
      ? state
      : try self.number(
        replica: mine.replica, edits: mine.edits, value: value, seen: seen,
        .merge(value: states[other].value, into: state))
    merged[key] = number
    return number
  }

  // MARK: Making edits

  private func items(of value: Value) -> Set<String> { subject.promise?.items(value) ?? [] }

  private mutating func makeEdit(_ number: Int, _ edit: Int) throws(SearchFailure) -> Int? {
    let state = states[number]
    var (value, device) = replayed(origins[number], state)
    let before = items(of: value)
    let made = device.run(at: devices.clocks[state.replica]) { edits[edit](&value) }
    try table.expectUnchanged(state.value, "an edit of a copy changed the original")
    guard let made else { return nil }
    let result = try table.number(of: value, .absorption)
    guard result != state.value else { return nil }
    var seen = state.seen
    if subject.promise != nil {
      seen = histories.record(made, from: before, to: items(of: value), seen: seen)
    }
    return try self.number(
      replica: state.replica, edits: state.edits + 1, value: result, seen: seen,
      .edit(edit, of: number))
  }

  private mutating func number(
    replica: Int, edits: Int, value: Int, seen: Int, _ origin: Origin
  ) throws(SearchFailure) -> Int {
    let bare = State(replica: replica, edits: edits, value: value, seen: seen, next: [])
    let state =
      scope.sessions == .apart || edits == scope.edits
      ? bare
      : State(
        replica: replica, edits: edits, value: value, seen: seen, next: try next(origin, bare))
    if let number = numbers[state] { return number }
    SearchScope.requireNumber(states.count, of: "states")
    numbers[state] = states.count
    states.append(state)
    origins.append(origin)
    edited += Array(repeating: -2, count: self.edits.count)
    return states.count - 1
  }

  /// For each edit, the number of the value that the edit would make.
  private mutating func next(
    _ origin: Origin, _ state: State
  ) throws(SearchFailure) -> [Int] {
    var result: [Int] = []
    for edit in edits {
      var (value, device) = replayed(origin, state)
      _ = device.run(at: devices.clocks[state.replica]) { edit(&value) }
      result.append(try table.number(of: value, .absorption))
    }
    return result
  }

  // MARK: Replaying

  /// The value of a replica, and the device of its next edit.
  ///
  /// If sessions are `.continued`, all steps of the replica are repeated, on a new device.
  private func replayed(_ origin: Origin, _ state: State) -> (Value, SimulatedDevice) {
    let bits = devices.bits(replica: state.replica, edits: state.edits)
    let device = SimulatedDevice(bits: bits)
    guard scope.sessions == .continued else { return (table.values[state.value], device) }
    var origin = origin
    var steps: [Origin] = []
    while true {
      switch origin {
      case .start:
        // The common initial value has the number 0.
        var value = table.values[0]
        for step in steps.reversed() { replay(step, &value, on: device, of: state.replica) }
        return (value, device)
      case .edit(_, let earlier), .merge(_, let earlier):
        steps.append(origin)
        origin = origins[earlier]
      }
    }
  }

  private func replay(
    _ step: Origin, _ value: inout Value, on device: SimulatedDevice, of replica: Int
  ) {
    switch step {
    case .start: break
    case .edit(let edit, _):
      _ = device.run(at: devices.clocks[replica]) { edits[edit](&value) }
    case .merge(let other, _): value.merge(table.values[other])
    }
  }
}
