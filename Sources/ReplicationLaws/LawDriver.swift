// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Checks the laws of merging on a type by carrying out random schedules.
///
/// Everything follows from one seed. The environment variable `DECENT_SEED`
/// replaces it, to repeat a run that failed elsewhere; `DECENT_SCALE`
/// multiplies the number of schedules, to search for longer.
public struct LawDriver<Value, Observation>
where
  Value: DeltaReplicable & Equatable & Framed, Value.Version: Framed, Value.Delta: Framed,
  Observation: Hashable
{
  /// The type under the laws.
  public let subject: LawSubject<Value, Observation>

  /// What all schedules follow from.
  public let seed: UInt64

  private let settings: RunSettings

  /// Makes a driver.
  ///
  /// - Parameters:
  ///   - subject: The type.
  ///   - seed: What all schedules follow from, unless `DECENT_SEED` is set.
  public init(_ subject: LawSubject<Value, Observation>, seed: UInt64 = 1) {
    self.subject = subject
    settings = RunSettings()
    self.seed = settings.seed ?? seed
  }

  /// Carries out random schedules.
  ///
  /// - Parameter schedules: How many, before `DECENT_SCALE` multiplies them.
  /// - Returns: What was done.
  /// - Throws: The first ``LawViolation`` met.
  public func run(schedules: Int = 200) throws(LawViolation) -> LawReport {
    var report = LawReport(subject: subject.name, seed: seed)
    for number in 0..<settings.scheduleCount(schedules) {
      let schedule = Schedule(seed: SeededGenerator.seed(seed, run: number))
      report = try run(schedule, number: number, report: report)
    }
    return report
  }

  private func run(
    _ schedule: Schedule, number: Int, report: LawReport
  ) throws(LawViolation) -> LawReport {
    var execution = Execution(of: schedule, number: number, on: subject, report: report)
    try execution.run()
    return execution.report
  }
}
