// SPDX-License-Identifier: MIT

import Foundation

/// The inputs of the tasks.
struct Inputs {
  var traces: [NamedTrace]
  var forks: [Fork]
  /// The seed of all generated inputs.
  var seed: UInt64

  var sequential: [NamedTrace] { traces.filter { !$0.trace.isConcurrent } }
  var concurrent: [NamedTrace] { traces.filter { $0.trace.isConcurrent } }

  /// - Parameter folder: The folder of recorded traces; nil to generate traces.
  init(folder: String?, seed: UInt64) throws {
    self.seed = seed
    traces = try folder.map { try NamedTrace.all(in: $0) } ?? GeneratedTraces.all(seed: seed)
    let longest = traces.filter { !$0.trace.isConcurrent }
      .max { $0.trace.txns.count < $1.trace.txns.count }
    forks = longest.map { Fork.all(of: $0, seed: seed) } ?? []
  }

  /// Writes all inputs where the peers' script reads them: `traces/` and `forks/`,
  /// in JSON.
  func write(to folder: String) throws {
    for (kind, items) in [
      ("traces", try traces.map { ($0.name, try JSONEncoder().encode($0.trace)) }),
      ("forks", try forks.map { ($0.name, try JSONEncoder().encode($0)) }),
    ] {
      let place = URL(fileURLWithPath: folder).appendingPathComponent(kind)
      try? FileManager.default.removeItem(at: place)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for (name, json) in items {
        try json.write(to: place.appendingPathComponent("\(name).json"))
      }
    }
  }
}
