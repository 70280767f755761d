// SPDX-License-Identifier: MIT

import Causality

/// Checks the laws of merging on a type by carrying out random schedules.
///
/// A run follows from one seed. The environment variable `DECENT_SEED` replaces the seed, to repeat
/// a run that failed elsewhere. `DECENT_SCALE` multiplies the number of schedules, to search for
/// longer.
public struct LawDriver<Value: Replicable & Equatable, Observation: Hashable> {
  /// If a run has at least this number of schedules, a property that no edit changed is a
  /// violation.
  private static var scheduleCountForAllEdits: Int { 50 }

  /// The greatest size of a plan whose script is short enough to understand.
  private static var shortSize: Int { 8 }

  /// The number of further schedules tried for a shorter script.
  private static var scheduleCountForShorter: Int { 20 }

  /// The type to check.
  public let subject: LawSubject<Value, Observation>

  /// The seed from which all schedules follow.
  public let seed: UInt64

  private let settings: RunSettings

  /// Makes a driver.
  ///
  /// - Parameters:
  ///   - subject: The type.
  ///   - seed: The seed from which all schedules follow, unless `DECENT_SEED` is set.
  public init(_ subject: LawSubject<Value, Observation>, seed: UInt64 = 1) {
    self.subject = subject
    settings = RunSettings()
    self.seed = settings.seed ?? seed
  }

  /// Carries out random schedules.
  ///
  /// - Parameters:
  ///   - schedules: The number of schedules, before `DECENT_SCALE` multiplies it.
  ///   - executions: The greatest number of simpler variants that are tried to make a violation
  ///     shorter. If the violation stays long, the violations of up to 20 further schedules are
  ///     made shorter in the same way, and the shortest violation of the same law is thrown.
  /// - Returns: The counts of the run.
  /// - Throws: The first ``LawViolation`` met, or a shorter one of the same law.
  public func run(
    schedules: Int = 200, shrinkingWithin executions: Int = 2_000
  ) throws(LawViolation) -> LawReport {
    try subject.expectListedProperties(.schedule(0, seed: seed))
    let abilities = subject.abilities
    var report = LawReport(subject: subject.name, seed: seed, abilities: abilities)
    if abilities.hasFields {
      for property in StoredProperties(of: subject.make()).properties {
        report.properties[property.name] = 0
      }
    }
    for number in 0..<settings.scheduleCount(schedules) {
      let schedule = schedule(number)
      let plan = Planner(schedule, for: abilities).plan
      var execution = Execution(of: plan, on: subject, report: report)
      do throws(Breach) {
        try execution.run()
      } catch {
        throw shortestViolation(failure(plan, error), schedule: number, executions)
      }
      report = execution.report
      report.count(schedule, plan)
    }
    try expectAllPropertiesEdited(report)
    return report
  }

  /// Expects that each property was changed by some edit. If no edit changes a property, no check
  /// shows whether the type merges it.
  private func expectAllPropertiesEdited(_ report: LawReport) throws(LawViolation) {
    guard report.schedules >= Self.scheduleCountForAllEdits,
      let name = report.properties.filter({ $0.value == 0 }).keys.min()
    else { return }
    throw LawViolation(
      subject: subject.name, law: .fields,
      finding: "no edit ever changed the property \(name), so nothing shows that it is merged; "
        + "add one to the subject's edits",
      origin: .schedule(report.schedules - 1, seed: seed), steps: 0, script: [])
  }

  // MARK: Shrinking

  /// The shrunk violation of a failing schedule. If the violation stays long, the next schedules
  /// are tried, and the result is the shortest violation of the same law.
  private func shortestViolation(
    _ failure: Shrinker.Failure, schedule number: Int, _ executions: Int
  ) -> LawViolation {
    var (best, bestNumber) = (shrunk(failure, executions), number)
    for other in number + 1...number + Self.scheduleCountForShorter
    where executions > 0 && best.plan.size > Self.shortSize {
      let plan = Planner(schedule(other), for: subject.abilities).plan
      guard let next = self.failure(of: plan), next.breach.law == failure.breach.law else {
        continue
      }
      let shrunk = shrunk(next, executions)
      if shrunk.cost.lexicographicallyPrecedes(best.cost) { (best, bestNumber) = (shrunk, other) }
    }
    return violation(best, schedule: bestNumber)
  }

  private func shrunk(_ failure: Shrinker.Failure, _ executions: Int) -> Shrinker.Failure {
    var shrinker = Shrinker(
      failure, executions: executions, attempt: { self.failure(of: $0.pruned()) })
    return shrinker.shrink()
  }

  private func failure(of plan: Plan) -> Shrinker.Failure? {
    var execution = Execution(
      of: plan, on: subject, report: LawReport(subject: subject.name, seed: seed))
    do throws(Breach) {
      try execution.run()
      return nil
    } catch {
      return failure(plan, error)
    }
  }

  private func failure(_ plan: Plan, _ breach: Breach) -> Shrinker.Failure {
    var plan = plan
    plan.actions.removeSubrange((breach.place + 1)...)
    let script = Script(
      plan, breach, of: subject.typeName, makeCode: subject.code, forms: subject.forms)
    return Shrinker.Failure(plan: plan, breach: breach, script: script)
  }

  private func schedule(_ number: Int) -> Schedule {
    Schedule(seed: SeededGenerator.seed(seed, run: number))
  }

  private func violation(_ failure: Shrinker.Failure, schedule: Int) -> LawViolation {
    let origin = LawViolation.Origin.schedule(schedule, seed: seed)
    return LawViolation(
      subject: subject.name, law: failure.breach.law, finding: failure.breach.finding,
      origin: origin, steps: failure.plan.size,
      script: failure.script.lines(named: origin.nameEnding(for: subject.name)))
  }
}
