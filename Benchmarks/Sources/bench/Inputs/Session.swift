// SPDX-License-Identifier: MIT

import ReplicatingTypes

extension Trace {
  /// The text that a sequential trace begins with.
  var start: ReplicatingText {
    startContent.map { $0.isEmpty ? ReplicatingText() : ReplicatingText($0) } ?? ReplicatingText()
  }

  /// The text at the end, however the trace was recorded.
  func replayed() -> ReplicatingText {
    if isConcurrent { return session().text }
    var text = start
    Edits(patches).apply(to: &text)
    return text
  }

  /// Plays a concurrent trace with one replica an agent.
  ///
  /// - Returns: The merge of all replicas, and each transaction as the bytes that
  ///   its author sends.
  func session() -> (text: ReplicatingText, messages: [[UInt8]]) {
    var replicas: [Int: ReplicatingText] = [:]
    var states: [Int: ReplicatingText] = [:]
    var messages: [[UInt8]] = []
    var uses = usesOfTransactions
    for (index, transaction) in txns.enumerated() {
      let agent = transaction.agent ?? 0
      var text = replicas.removeValue(forKey: agent) ?? ReplicatingText()
      for parent in transaction.parents ?? [] {
        if let state = states[parent] { text.merge(state) }
        uses[parent] -= 1
        if uses[parent] == 0 { states[parent] = nil }
      }
      let before = text.version
      Edits(transaction.patches).apply(to: &text)
      if let bytes = text.delta(since: before)?.encoded() {
        messages.append(bytes)
      }
      if uses[index] > 0 { states[index] = text }
      replicas[agent] = text
    }
    return (replicas.values.reduce(ReplicatingText()) { $0.merged(with: $1) }, messages)
  }

  /// How many transactions build on each.
  private var usesOfTransactions: [Int] {
    var uses = [Int](repeating: 0, count: txns.count)
    for parent in txns.flatMap({ $0.parents ?? [] }) { uses[parent] += 1 }
    return uses
  }
}
