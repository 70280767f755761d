// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingText
import Testing

/// Recorded sequential editing sessions, from the folder that DECENT_TRACES names, in
/// the module for browsers.
@Suite struct BrowserTraceTests {
  private static let folder = ProcessInfo.processInfo.environment["DECENT_TRACES"]

  private struct Trace: Decodable {
    var startContent: String?
    var endContent: String
    var txns: [Transaction]

    struct Transaction: Decodable {
      var parents: [Int]?
      var patches: [Patch]
    }

    struct Patch: Decodable {
      var position: Int
      var deleted: Int
      var inserted: String

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        position = try container.decode(Int.self)
        deleted = try container.decode(Int.self)
        inserted = try container.decode(String.self)
      }
    }

    /// Whether the units of the traces, which are scalars, are those of UTF-16.
    var hasNoPairs: Bool {
      txns.allSatisfy {
        $0.patches.allSatisfy { $0.inserted.unicodeScalars.allSatisfy { $0.value < 0x1_0000 } }
      }
    }
  }

  @Test(.enabled(if: folder != nil, "DECENT_TRACES names no folder"))
  func everySequentialTrace() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json.gz") }.sorted()
    let runs = TwoRuns()
    var count = 0
    for file in files {
      let trace = try read(folder.appendingPathComponent(file))
      guard !trace.txns.contains(where: { $0.parents != nil }), trace.hasNoPairs else { continue }
      runs.make(file, trace.startContent ?? "")
      for patch in trace.txns.flatMap(\.patches) {
        runs.replace(
          file, patch.position..<(patch.position + patch.deleted), with: patch.inserted)
      }
      #expect(runs.read(file).string == trace.endContent, "\(file)")
      runs.compare(file)
      count += 1
    }
    #expect(count > 0, "no sequential trace in \(folder.path)")
    let differences = try runs.differences()
    #expect(differences.isEmpty, "\(differences)")
  }

  private func read(_ file: URL) throws -> Trace {
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-dc", file.path]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try gzip.run()
    return try JSONDecoder().decode(
      Trace.self, from: pipe.fileHandleForReading.readDataToEndOfFile())
  }
}
