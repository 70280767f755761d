// SPDX-License-Identifier: MIT

/// A family of measurements.
protocol BenchmarkTask {
  /// As TASKS takes it.
  static var name: String { get }

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws
}

/// Every family, in the order of the table.
var allTasks: [any BenchmarkTask.Type] {
  [
    Replay.self, Receive.self, Stream.self, Crowd.self, ForkedEdits.self, Load.self, Save.self,
    Bytes.self, Memory.self, Copying.self, Growth.self, Undoing.self, Arrays.self, Sets.self,
    Dictionaries.self, Browser.self,
  ]
}

/// A result that makes the measurement worthless.
struct WrongResult: Error, CustomStringConvertible {
  var description: String

  static func check(_ isRight: Bool, _ what: @autoclosure () -> String) throws {
    if !isRight { throw WrongResult(description: "wrong result: \(what())") }
  }
}
