// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import ReplicatingText

/// Recorded editing sessions, from the folder that DECENT_TRACES names.
@Suite struct TraceTests {
  @Test(.enabled(if: RecordedSession.folder != nil, "DECENT_TRACES names no folder"))
  func everyTraceEndsAsRecorded() throws {
    let folder = try #require(RecordedSession.folder)
    let files = try RecordedSession.names(in: folder)
    #expect(!files.isEmpty, "no traces in \(folder.path)")
    for file in files {
      let trace = try RecordedSession(unzipping: folder.appendingPathComponent(file))
      let text = trace.isConcurrent ? replayConcurrent(trace) : replaySequential(trace)
      #expect(text.string == trace.endContent, "\(file)")
      let decoded = try ReplicatingText(encoded: text.encoded())
      #expect(decoded.string == trace.endContent, "\(file), decoded")
      var dropped = decoded
      dropped.dropDeleted()
      let bytes = dropped.encoded()
      let reloaded = try ReplicatingText(encoded: bytes)
      #expect(reloaded.string == trace.endContent, "\(file), dropped")
      #expect(reloaded == dropped && reloaded.encoded() == bytes, "\(file), dropped")
      let merged = text.merged(with: dropped)
      #expect(merged.encoded() == bytes && merged == dropped, "\(file), merged with dropped")
      print("\(file): \(text.encoded().count) bytes, without deleted text \(bytes.count)")
    }
  }

  private func replaySequential(_ trace: RecordedSession) -> ReplicatingText {
    var text = ReplicatingText(trace.startContent ?? "")
    for transaction in trace.txns { transaction.apply(to: &text) }
    return text
  }

  /// Replays with one replica for each agent. Before each transaction the replica merges the states
  /// that its author had seen.
  private func replayConcurrent(_ trace: RecordedSession) -> ReplicatingText {
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

extension RecordedSession {
  /// For each transaction, the number of transactions that build on it.
  fileprivate var usesOfTransactions: [Int] {
    var uses = [Int](repeating: 0, count: txns.count)
    for parent in txns.flatMap({ $0.parents ?? [] }) { uses[parent] += 1 }
    return uses
  }
}

extension RecordedSession.Transaction {
  fileprivate func apply(to text: inout ReplicatingText) {
    for patch in patches { text.unicodeScalars.replaceSubrange(patch.range, with: patch.inserted) }
  }
}
