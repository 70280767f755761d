// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// A family of measurements.
protocol BenchmarkTask {
  /// The name of the family, as TASKS takes it.
  static var name: String { get }

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws
}

/// Every family, in the order of the table.
var allTasks: [any BenchmarkTask.Type] {
  [
    Replay.self, Receive.self, Stream.self, Crowd.self, ForkedEdits.self, Load.self, Save.self,
    Bytes.self, Memory.self, Copying.self, Growth.self, Undoing.self, Arrays.self, Sets.self,
    Dictionaries.self, Nested.self, Browser.self,
  ]
}

/// A result that makes the measurement worthless.
struct WrongResult: Error, CustomStringConvertible {
  var description: String

  static func check(_ isRight: Bool, _ what: @autoclosure () -> String) throws {
    if !isRight { throw WrongResult(description: "wrong result: \(what())") }
  }

  /// Throws if a text does not show the expected content.
  static func check(_ text: ReplicatingText, shows content: String, _ what: String) throws {
    try check(text.string == content, what)
  }

  /// Throws if a text does not have the expected number of scalars.
  static func check(_ text: ReplicatingText, counts scalars: Int, _ what: String) throws {
    let count = text.unicodeScalars.count
    try check(count == scalars, "\(what): \(count) scalars, not \(scalars)")
  }
}
