// SPDX-License-Identifier: MIT

import Causality

/// Turns the steps to a failure into a plan, carries out the plan, and reports the breach with its
/// script.
struct SearchPath<Value: Replicable & Equatable, Observation: Hashable> {
  /// The number of orders in which merging all replicas is tried.
  private static var orderCount: UInt64 { 64 }

  private let subject: LawSubject<Value, Observation>
  private let scope: SearchScope
  private let devices: SearchDevices
  /// For each edit, the word that makes the subject choose the edit.
  private let words: [UInt64]

  init(
    _ subject: LawSubject<Value, Observation>,
    _ edits: [ExhaustiveSearch<Value, Observation>.NamedEdit], _ scope: SearchScope,
    _ clocks: [UInt64]
  ) {
    var subject = subject
    subject.edits = [{ edits[$1.below(edits.count)](&$0) ?? "nothing" }]
    self.subject = subject
    self.scope = scope
    devices = SearchDevices(clocks: clocks, sessions: scope.sessions)
    words = edits.indices.map { Self.word(choosing: $0, of: edits.count) }
  }

  /// The violation to which steps from the start lead.
  func violation(_ steps: [SearchStep], _ failure: SearchFailure) -> LawViolation {
    let concerned = replicas(of: steps)
    let onlooker = (0..<SearchScope.replicaCount).map { Variable.replica($0) }
      .first { !concerned.contains($0) }
    var edits: [Int: [Edit]] = [:]
    let all = concerned + [onlooker].compactMap(\.self)
    for replicas in [concerned, all] {
      for last in lastActions(on: replicas, for: failure.law) {
        let plan = plan(steps, replicas, last)
        guard let breach = breach(of: plan, &edits) else { continue }
        // Another law may break as well. A breach of convergence counts for any law.
        if [failure.law, .convergence].contains(breach.law) { return violation(plan, breach) }
      }
    }
    // No script shows the failure: report the steps, and the finding.
    let plan = plan(steps, all, nil)
    return violation(
      plan,
      Breach(
        law: failure.law, finding: failure.finding, place: plan.actions.count, preface: [],
        expression: nil, edits: edits))
  }

  /// The breach found by carrying out a plan; nil if no law breaks.
  ///
  /// - Parameter edits: Receives the edits that were made.
  private func breach(of plan: Plan, _ edits: inout [Int: [Edit]]) -> Breach? {
    var execution = Execution(
      of: plan, on: subject, report: LawReport(subject: subject.name, seed: 0))
    defer { edits.merge(execution.edits) { $1 } }
    do throws(Breach) {
      try execution.run()
      return nil
    } catch {
      return error
    }
  }

  private func violation(_ plan: Plan, _ breach: Breach) -> LawViolation {
    var plan = plan
    plan.actions.removeSubrange(min(breach.place + 1, plan.actions.count)...)
    let origin = LawViolation.Origin.search(scope, clocks: devices.clocks)
    let script = Script(
      plan, breach, of: subject.typeName, makeCode: subject.code, forms: subject.forms)
    return LawViolation(
      subject: subject.name, law: breach.law, finding: breach.finding, origin: origin,
      steps: plan.size, script: script.lines(named: origin.nameEnding(for: subject.name)))
  }

  // MARK: The plan

  /// The candidates for the last action. Usually one of them shows the failure.
  private func lastActions(on used: [Variable], for law: Law) -> [Action] {
    let checks = checks(of: used, for: law).map { Action.check($0) }
    guard law == .encoding else { return checks }
    return checks
      + used.flatMap { sender in
        used.filter { $0 != sender }.map { .exchange(from: sender, to: $0, isEncoded: true) }
      }
  }

  /// The candidates for the last check. Usually one of them shows the failure.
  private func checks(of used: [Variable], for law: Law) -> [Action.Check] {
    let pairs = used.flatMap { first in used.map { (first, $0) } }.filter { $0.0 != $0.1 }
    var checks: [Action.Check] = used.flatMap { [.idempotence($0), .silence($0)] }
    checks += pairs.flatMap { pair -> [Action.Check] in
      [
        .commutativity(pair.0, pair.1), .mergeInPlace(pair.0, pair.1), .delta(pair.0, pair.1),
        .versions(pair.0, pair.1),
      ]
    }
    if used.count == SearchScope.replicaCount {
      checks.append(.associativity(used[0], used[1], used[2]))
    }
    if law == .promise { checks += used.map { .convergence([$0], word: 0) } }
    checks += (0..<Self.orderCount).map { .convergence(used, word: $0) }
    return checks
  }

  private func plan(
    _ steps: [SearchStep], _ used: [Variable], _ last: Action?
  ) -> Plan {
    var plan = Plan()
    plan.devices = [SearchDevices.originBits]
    for replica in used {
      plan.actions.append(
        replica == used[0]
          ? .make(replica, Moment(device: 0, milliseconds: devices.originTime))
          : .copy(replica, from: used[0]))
    }
    var editsMade = [0, 0, 0]
    for step in steps {
      switch step {
      case .merge(let replica, let other):
        plan.actions.append(.merge(.replica(other), into: .replica(replica)))
      case .edit(let replica, let edit):
        let moment = moment(of: replica, edits: editsMade[replica], in: &plan)
        editsMade[replica] += 1
        plan.actions.append(
          .edit(
            .replica(replica), Change(moment: moment, word: words[edit]),
            isChecked: step == steps.last))
      }
    }
    if let last { plan.actions.append(last) }
    return plan
  }

  /// The device and time of a replica's edit.
  private func moment(of replica: Int, edits: Int, in plan: inout Plan) -> Moment {
    let bits = devices.bits(replica: replica, edits: edits)
    if !plan.devices.contains(bits) { plan.devices.append(bits) }
    return Moment(
      device: plan.devices.firstIndex(of: bits) ?? 0, milliseconds: devices.clocks[replica])
  }

  /// The replicas that steps concern, or the first replica if there are no steps.
  private func replicas(of steps: [SearchStep]) -> [Variable] {
    let numbers = steps.reduce(into: Set<Int>()) { numbers, step in
      switch step {
      case .edit(let replica, _): numbers.insert(replica)
      case .merge(let replica, let other): numbers.formUnion([replica, other])
      }
    }
    return numbers.isEmpty ? [.replica(0)] : numbers.sorted().map { .replica($0) }
  }

  /// The seed from which an execution draws `edit`, after one earlier draw.
  private static func word(choosing edit: Int, of count: Int) -> UInt64 {
    var word: UInt64 = 0
    while true {
      var random = SeededGenerator(seed: word)
      _ = random.next()
      if random.below(count) == edit { return word }
      word += 1
    }
  }
}
