// SPDX-License-Identifier: MIT

/// Turns a schedule into a plan.
struct Planner {
  struct Replica {
    let variable: Variable
    var device: Int
  }

  let schedule: Schedule
  let abilities: Plan.Abilities
  private(set) var plan = Plan()

  private var replicas: [Replica] = []
  private var snapshots: [Variable] = []
  private var snapshotCount = 0
  private var letters: [Int] = []
  private var letterCount = 0
  private var versionCount = 0
  /// The times of the devices' clocks.
  private var clocks: [UInt64] = []

  init(_ schedule: Schedule, for abilities: Plan.Abilities) {
    self.schedule = schedule
    self.abilities = abilities
    makeReplicas()
    for step in schedule.steps {
      var random = SeededGenerator(seed: step.word)
      if take(step, &random) { plan.steps[step.kind, default: 0] += 1 }
      if random.oneIn(2) { checkSomeLaw(&random) }
    }
    var random = SeededGenerator(seed: SeededGenerator.seed(schedule.seed, run: -1))
    add(.check(.convergence(replicas.map(\.variable), word: random.next())))
  }

  private mutating func add(_ action: Action) { plan.actions.append(action) }

  // MARK: Devices and time

  private mutating func addDevice(_ random: inout SeededGenerator) -> Int {
    plan.devices.append(random.next())
    clocks.append(schedule.spread.start(&random))
    return clocks.count - 1
  }

  private mutating func makeReplicas() {
    for number in 0..<schedule.replicaCount {
      var random = SeededGenerator(seed: SeededGenerator.seed(schedule.seed, run: number))
      let device = addDevice(&random)
      let variable = Variable.replica(number)
      if schedule.startsFromOneValue, let first = replicas.first {
        add(.copy(variable, from: first.variable))
      } else {
        add(.make(variable, Moment(device: device, milliseconds: clocks[device])))
      }
      replicas.append(Replica(variable: variable, device: device))
    }
  }

  private mutating func change(on device: Int, _ random: inout SeededGenerator) -> Change {
    clocks[device] = schedule.spread.move(clocks[device], &random)
    return Change(
      moment: Moment(device: device, milliseconds: clocks[device]), word: random.next())
  }

  private mutating func edit(
    _ place: Int, isChecked: Bool = false, _ random: inout SeededGenerator
  ) {
    let change = change(on: replicas[place].device, &random)
    add(.edit(replicas[place].variable, change, isChecked: isChecked))
  }

  // MARK: Steps

  /// The index of the replica that a step's second number names. It is never the index of the first
  /// replica.
  private func otherPlace(_ step: Step) -> Int {
    let first = step.first % replicas.count
    return (first + 1 + step.second % (replicas.count - 1)) % replicas.count
  }

  /// Plans a step.
  ///
  /// - Returns: Whether the step led to actions.
  private mutating func take(_ step: Step, _ random: inout SeededGenerator) -> Bool {
    let place = step.first % replicas.count
    let otherPlace = otherPlace(step)
    let first = replicas[place].variable
    let second = replicas[otherPlace].variable
    switch step.kind {
    case .edit: edit(place, isChecked: random.oneIn(2), &random)
    case .merge: add(.merge(second, into: first))
    case .crossMerge: add(.crossMerge(first, second))
    case .keep: keep(first)
    case .mergeStale: return mergeStale(into: first, &random)
    case .fork: fork(place, otherPlace, &random)
    case .editApart: editApart(place, otherPlace, &random)
    case .reopen:
      guard abilities.hasBytes else { return false }
      add(.reopen(first))
    case .exchangeDelta, .sendDelta, .receiveDelta, .loseDelta:
      guard abilities.hasDeltas else { return false }
      return takeDelta(step.kind, place, otherPlace, &random)
    }
    return true
  }

  private mutating func keep(_ variable: Variable) {
    let snapshot = Variable.snapshot(snapshotCount % Variable.most)
    snapshotCount += 1
    if !snapshots.contains(snapshot) { snapshots.append(snapshot) }
    add(.copy(snapshot, from: variable))
  }

  private mutating func mergeStale(
    into variable: Variable, _ random: inout SeededGenerator
  ) -> Bool {
    guard !snapshots.isEmpty else { return false }
    add(.merge(random.pick(snapshots), into: variable))
    return true
  }

  /// Copies a replica, and edits both copies on one device. The new copy becomes a further replica,
  /// or replaces another replica and may later use that replica's device.
  private mutating func fork(_ first: Int, _ second: Int, _ random: inout SeededGenerator) {
    let copy: Int
    if replicas.count < Variable.most, random.oneIn(3) {
      copy = replicas.count
      replicas.append(Replica(variable: .replica(copy), device: replicas[first].device))
    } else {
      copy = second
    }
    let ownDevice = replicas[copy].device
    replicas[copy].device = replicas[first].device
    add(.copy(replicas[copy].variable, from: replicas[first].variable))
    for _ in 0...random.below(3) { edit(random.oneIn(2) ? copy : first, &random) }
    if random.oneIn(2) { replicas[copy].device = ownDevice }
  }

  private mutating func editApart(_ first: Int, _ second: Int, _ random: inout SeededGenerator) {
    let isOneDevice = random.oneIn(2)
    // The edits are made on new devices. On other devices, chance would decide which thread
    // continues an earlier session, and nothing here may depend on chance.
    let device = addDevice(&random)
    let otherDevice = isOneDevice ? device : addDevice(&random)
    var changes: [[Change]] = []
    for device in [device, otherDevice] {
      changes.append((0...random.below(3)).map { _ in change(on: device, &random) })
    }
    let variable = replicas[first].variable
    let copy = replicas[second].variable
    if !isOneDevice { add(.copy(copy, from: variable)) }
    add(.editApart(variable, changes[0], copy, changes[1], isOneDevice: isOneDevice))
  }

  // MARK: Deltas

  private mutating func takeDelta(
    _ kind: Step.Kind, _ place: Int, _ otherPlace: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let first = replicas[place].variable
    let second = replicas[otherPlace].variable
    switch kind {
    case .exchangeDelta:
      add(.exchange(from: second, to: first, isEncoded: isEncoded(&random)))
    case .receiveDelta where !letters.isEmpty:
      let place = random.below(letters.count)
      add(.receive(letters[place], by: first))
      if random.oneIn(2) { add(.lose(letters.remove(at: place))) }
    case .loseDelta where !letters.isEmpty:
      add(.lose(letters.remove(at: random.below(letters.count))))
    case .sendDelta: send(from: otherPlace, &random)
    default: return false
    }
    return true
  }

  /// Sends one delta with the edits that another value lacks, or two deltas with the sender's
  /// newest edits. The second of two deltas builds on the first.
  private mutating func send(from place: Int, _ random: inout SeededGenerator) {
    let sender = replicas[place].variable
    guard !random.oneIn(3) else {
      return post(from: sender, since: keepVersion(of: anyVariable(&random)), &random)
    }
    for _ in 0..<2 {
      let version = keepVersion(of: sender)
      if random.oneIn(2) {
        add(.merge(replicas[random.below(replicas.count)].variable, into: sender))
      }
      edit(place, &random)
      post(from: sender, since: version, &random)
    }
  }

  private mutating func keepVersion(of variable: Variable) -> Int {
    defer { versionCount += 1 }
    add(.keepVersion(versionCount, of: variable))
    return versionCount
  }

  private mutating func post(
    from sender: Variable, since version: Int, _ random: inout SeededGenerator
  ) {
    if letters.count == Variable.most { add(.lose(letters.removeFirst())) }
    add(.send(letterCount, from: sender, since: version, isEncoded: isEncoded(&random)))
    letters.append(letterCount)
    if random.oneIn(2) { add(.check(.receipt(letterCount, anyVariable(&random)))) }
    letterCount += 1
  }

  private func isEncoded(_ random: inout SeededGenerator) -> Bool { random.oneIn(2) }

  // MARK: Laws

  private func anyVariable(_ random: inout SeededGenerator) -> Variable {
    random.pick(replicas.map(\.variable) + snapshots)
  }

  /// Checks a random law on random replicas and snapshots.
  private mutating func checkSomeLaw(_ random: inout SeededGenerator) {
    let first = anyVariable(&random)
    let second = anyVariable(&random)
    var checks: [Action.Check] = [
      .commutativity(first, second), .associativity(first, second, anyVariable(&random)),
      .idempotence(first), .mergeInPlace(first, second),
    ]
    if abilities.hasDeltas {
      checks += [.delta(first, second), .silence(first), .versions(first, second)]
      checks += letters.isEmpty ? [] : [.receipt(random.pick(letters), first)]
    }
    if abilities.hasFields { checks.append(.fields(first, second)) }
    if abilities.hasDirectMerge { checks.append(.dispatch(first, second)) }
    add(.check(random.pick(checks)))
  }
}
