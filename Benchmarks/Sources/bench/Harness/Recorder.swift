// SPDX-License-Identifier: MIT

import CMeters
import Foundation

/// Measures tasks and keeps the rows.
///
/// A repetition is set up outside the timing. Fast tasks are repeated until
/// they have taken half a second, at least five times; slow ones at least once.
final class Recorder {
  private(set) var rows: [Row] = []
  /// The row whose instructions are counted, as `TASK: INPUT`; nil to time all rows.
  private let counted: String?

  /// - Parameter counted: The row to count, as `TASK: INPUT`; nil to time all rows.
  init(counting counted: String? = nil) {
    self.counted = counted
  }

  /// Whether instructions are counted. A task then leaves out its largest inputs.
  var isCounting: Bool { counted != nil }

  private static let budget = Duration.milliseconds(500)
  private static let slow = Duration.seconds(2)
  /// The limit with the set-up of each repetition included.
  private static let longest = Duration.seconds(3)
  private static let mostRepetitions = 101

  /// Times `run`.
  ///
  /// - Parameters:
  ///   - operations: How many operations a run does. The row then holds the
  ///     mean time of one in microseconds; else it holds the time of the whole
  ///     run in milliseconds.
  ///   - setUp: Makes the start of a run, outside the timing.
  ///   - check: Throws if the first result is not what it should be.
  ///   - checkState: Throws if the first run leaves its start in a wrong state.
  func time<Start, Result>(
    _ task: String, _ input: String, operations: Int? = nil, setUp: () throws -> Start,
    run: (inout Start) throws -> Result, check: (Result) throws -> Void = { _ in },
    checkState: (Start) throws -> Void = { _ in }
  ) throws {
    if let counted {
      guard counted == "\(task): \(input)" else { return }
      try countInstructions(setUp: setUp, run: run, check: check)
    }
    note("\(task): \(input)")
    var samples: [Duration] = []
    let first = ContinuousClock.now
    while needsMore(samples, elapsed: ContinuousClock.now - first) {
      var start = try setUp()
      let begin = Self.processorTime
      let result = try run(&start)
      samples.append(Self.processorTime - begin)
      withExtendedLifetime(start) {}
      guard samples.count == 1 else { continue }
      try check(result)
      try checkState(start)
    }
    let unit: Duration = operations == nil ? .milliseconds(1) : .microseconds(1)
    rows.append(
      Row(
        task: task, input: input, library: "decent",
        unit: operations == nil ? .milliseconds : .microseconds,
        samples: samples.map { $0 / unit / Double(operations ?? 1) }))
  }

  /// Times `run`, which needs nothing set up.
  func time<Result>(
    _ task: String, _ input: String, operations: Int? = nil, run: () throws -> Result,
    check: (Result) throws -> Void = { _ in }
  ) throws {
    try time(
      task, input, operations: operations, setUp: {}, run: { _ in try run() }, check: check)
  }

  /// Counts the instructions of the second run, and ends the process: the first run makes what is made
  /// once in a process.
  private func countInstructions<Start, Result>(
    setUp: () throws -> Start, run: (inout Start) throws -> Result, check: (Result) throws -> Void
  ) throws -> Never {
    var first = try setUp()
    try check(run(&first))
    var start = try setUp()
    count_instructions()
    let result = try run(&start)
    end_count()
    withExtendedLifetime((start, result)) {}
    exit(0)
  }

  private func needsMore(_ samples: [Duration], elapsed: Duration) -> Bool {
    let total = samples.reduce(.zero, +)
    if samples.count < 5 { return samples.isEmpty || total < Self.slow }
    if elapsed > Self.longest { return false }
    return total < Self.budget && samples.count < Self.mostRepetitions
  }

  /// The processor time of this process. Other processes on the machine disturb
  /// it far less than a wall clock.
  static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Adds a row for a number of bytes.
  func count(_ task: String, _ input: String, bytes: Int) {
    guard !isCounting else { return }
    note("\(task): \(input)")
    rows.append(
      Row(task: task, input: input, library: "decent", unit: .bytes, samples: [Double(bytes)]))
  }

  /// Adds a row that a task measured by itself.
  func add(_ row: Row) {
    note("\(row.task): \(row.input)")
    rows.append(row)
  }

  /// Counts the bytes that the allocator has given out for a value.
  ///
  /// - Parameter check: Throws if the value is not what it should be. It runs after the count.
  func countLiveBytes<Value>(
    _ task: String, _ input: String, of make: () throws -> Value,
    check: (Value) throws -> Void
  ) throws {
    let before = live_bytes()
    guard before >= 0 else { return }
    let value = try make()
    let after = live_bytes()
    withExtendedLifetime(value) {}
    try check(value)
    count(task, input, bytes: Int(after - before))
  }

  private func note(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
