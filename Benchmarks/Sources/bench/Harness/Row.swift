// SPDX-License-Identifier: MIT

import Foundation

/// One line of the results: the time or the bytes of one library for one task on one input.
struct Row: Codable {
  /// The task's name, as TASKS takes it.
  var task: String
  /// The name of the input, and the manner of the task.
  var input: String
  /// The library, or "python" for the share of the language that calls the peers.
  var library: String
  var unit: Unit
  /// One value a repetition, in the order measured.
  var samples: [Double]
  /// Whether the task was stopped before its end, so that it takes at least this.
  var isStopped: Bool?

  enum Unit: String, Codable {
    case milliseconds = "ms"
    case microseconds = "µs"
    case bytes
  }

  /// The key that rows of several rounds share.
  var key: [String] { [library, task, input] }

  /// The middle value.
  var median: Double { quantile(0.5) }

  /// Half the distance between the quartiles, as a share of the median.
  var spread: Double {
    median == 0 ? 0 : (quantile(0.75) - quantile(0.25)) / 2 / median
  }

  private func quantile(_ share: Double) -> Double {
    let sorted = samples.sorted()
    let place = share * Double(sorted.count - 1)
    let (low, high) = (Int(place), min(Int(place) + 1, sorted.count - 1))
    return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
  }
}

extension [Row] {
  /// Reads rows, one JSON object a line.
  init(readingLinesOf file: String) throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    self = try text.split(separator: "\n").map {
      try JSONDecoder().decode(Row.self, from: Data($0.utf8))
    }
  }

  /// These rows, with the rows of one library, task and input joined at the place of the first.
  func joiningRounds() -> [Row] {
    var places: [[String]: Int] = [:]
    return reduce(into: []) { joined, row in
      guard let place = places[row.key] else {
        places[row.key] = joined.count
        return joined.append(row)
      }
      joined[place].samples += row.samples
      if row.isStopped == true { joined[place].isStopped = true }
    }
  }

  /// One JSON object a line.
  func jsonLines() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }.joined()
  }
}
