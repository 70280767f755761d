// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingText
import TestInputs
import Testing

/// Recorded sequential editing sessions, from the folder that DECENT_TRACES names, in
/// the module for browsers.
@Suite struct BrowserTraceTests {
  @Test(.enabled(if: RecordedSession.folder != nil, "DECENT_TRACES names no folder"))
  func everySequentialTrace() throws {
    let folder = try #require(RecordedSession.folder)
    let runs = TwoRuns()
    var count = 0
    for file in try RecordedSession.names(in: folder) {
      let trace = try RecordedSession(unzipping: folder.appendingPathComponent(file))
      guard !trace.isConcurrent, trace.hasNoPairs else { continue }
      runs.make(file, trace.startContent ?? "")
      for patch in trace.txns.flatMap(\.patches) {
        runs.replace(file, patch.range, with: patch.inserted)
      }
      #expect(runs.read(file).string == trace.endContent, "\(file)")
      runs.compare(file)
      count += 1
    }
    #expect(count > 0, "no sequential trace in \(folder.path)")
    let differences = try runs.differences()
    #expect(differences.isEmpty, "\(differences)")
  }
}

extension RecordedSession {
  /// Whether the units of the session, which are scalars, are those of UTF-16.
  fileprivate var hasNoPairs: Bool {
    txns.allSatisfy {
      $0.patches.allSatisfy { $0.inserted.unicodeScalars.allSatisfy { $0.value < 0x1_0000 } }
    }
  }
}
