// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import ReplicatingText

/// Recorded keystrokes of real people, in the form of the data sets at
/// josephg/editing-traces on GitHub, gzipped, in the folder that DECENT_TRACES
/// names.
@Suite struct TraceTests {
  private static let folder = ProcessInfo.processInfo.environment["DECENT_TRACES"]

  @Test(.enabled(if: folder != nil, "DECENT_TRACES names no folder"))
  func everyTraceEndsAsRecorded() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json.gz") }.sorted()
    #expect(!files.isEmpty, "no traces in \(folder.path)")
    for file in files {
      let trace = try Trace(unzipping: folder.appendingPathComponent(file))
      let text = trace.isConcurrent ? replayConcurrent(trace) : replaySequential(trace)
      #expect(text.string == trace.endContent, "\(file)")
      let decoded = try ReplicatingText(encoded: text.encoded())
      #expect(decoded.string == trace.endContent, "\(file), decoded")
      var dropped = decoded
      dropped.dropDeletedText()
      let bytes = dropped.encoded()
      let reloaded = try ReplicatingText(encoded: bytes)
      #expect(reloaded.string == trace.endContent, "\(file), dropped")
      #expect(reloaded == dropped && reloaded.encoded() == bytes, "\(file), dropped")
      let merged = text.merged(with: dropped)
      #expect(merged.encoded() == bytes && merged == dropped, "\(file), merged with dropped")
      print("\(file): \(text.encoded().count) bytes, without deleted text \(bytes.count)")
    }
  }

  private func replaySequential(_ trace: Trace) -> ReplicatingText {
    var text = ReplicatingText(trace.startContent ?? "")
    for transaction in trace.txns { transaction.apply(to: &text) }
    return text
  }

  /// One replica an agent: before each transaction it merges the states that
  /// its author had seen.
  private func replayConcurrent(_ trace: Trace) -> ReplicatingText {
    var replicas: [Int: ReplicatingText] = [:]
    var states: [Int: ReplicatingText] = [:]
    var uses = trace.usesOfTransactions
    for (index, transaction) in trace.txns.enumerated() {
      let agent = transaction.agent ?? 0
      var text = replicas.removeValue(forKey: agent) ?? ReplicatingText()
      for parent in transaction.parents ?? [] {
        if let state = states[parent] { text.merge(state) }
        uses[parent] -= 1
        if uses[parent] == 0 { states[parent] = nil }
      }
      transaction.apply(to: &text)
      if uses[index] > 0 { states[index] = text }
      replicas[agent] = text
    }
    return replicas.values.reduce(ReplicatingText()) { $0.merged(with: $1) }
  }
}

private struct Trace: Decodable {
  struct Transaction: Decodable {
    var parents: [Int]?
    var agent: Int?
    var patches: [Patch]

    func apply(to text: inout ReplicatingText) {
      for patch in patches {
        text.unicodeScalars.replaceSubrange(
          patch.position..<(patch.position + patch.deleted), with: patch.inserted)
      }
    }
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

  var startContent: String?
  var endContent: String
  var txns: [Transaction]

  init(unzipping file: URL) throws {
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-dc", file.path]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try gzip.run()
    let json = pipe.fileHandleForReading.readDataToEndOfFile()
    self = try JSONDecoder().decode(Trace.self, from: json)
  }

  var isConcurrent: Bool { txns.contains { $0.parents != nil } }

  /// How many transactions build on each.
  var usesOfTransactions: [Int] {
    var uses = [Int](repeating: 0, count: txns.count)
    for parent in txns.flatMap({ $0.parents ?? [] }) { uses[parent] += 1 }
    return uses
  }
}
