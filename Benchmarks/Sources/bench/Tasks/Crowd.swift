// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// 300 replicas each add one transaction in turn and never see those of the
/// others. A live replica merges each transaction as it comes.
enum Crowd: BenchmarkTask {
  static let name = "crowd"

  private static let replicas = 300
  /// The text that each transaction adds.
  private static let word = "word "
  /// A run is stopped after this time of the processor.
  private static let limit = Duration.seconds(10)

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    let base = ReplicatingText(String(repeating: "All work and no play. ", count: 50))
    for rounds in [10, 80] {
      let messages = try transactions(rounds: rounds, from: base, seed: inputs.seed)
      try WrongResult.check(
        messages.count == rounds * replicas, "\(rounds) rounds: a transaction has no delta")
      var samples: [Double] = []
      var isStopped = false
      while samples.isEmpty || (samples.count < 5 && !isStopped) {
        let (text, merged, time) = try merge(messages, into: base)
        let expected = base.unicodeScalars.count + merged * word.unicodeScalars.count
        try WrongResult.check(text, counts: expected, "\(rounds) rounds")
        isStopped = merged < messages.count
        samples.append(time / .microseconds(1) / Double(merged))
      }
      recorder.add(
        Row(
          task: name, input: "\(replicas) replicas, \(rounds) rounds, per transaction",
          library: "decent", unit: .microseconds, samples: samples, isStopped: isStopped))
    }
  }

  /// Merges as many of the transactions as the time limit allows.
  private static func merge(
    _ messages: [[UInt8]], into base: ReplicatingText
  ) throws -> (text: ReplicatingText, merged: Int, time: Duration) {
    var text = base
    let begin = Recorder.processorTime
    var time = Duration.zero
    for (index, message) in messages.enumerated() {
      try text.merge(delta: ReplicatingText.Delta(encoded: message))
      guard (index + 1) % 100 == 0 else { continue }
      time = Recorder.processorTime - begin
      if time > limit { return (text, index + 1, time) }
    }
    time = Recorder.processorTime - begin
    return (text, messages.count, time)
  }

  /// A word typed somewhere, by each replica in turn.
  private static func transactions(
    rounds: Int, from base: ReplicatingText, seed: UInt64
  ) throws -> [[UInt8]] {
    var random = Generator(seed: seed)
    var texts = [ReplicatingText](repeating: base, count: replicas)
    var messages: [[UInt8]] = []
    for _ in 0..<rounds {
      for replica in texts.indices {
        let before = texts[replica].version
        let position = random.number(below: texts[replica].unicodeScalars.count)
        texts[replica].unicodeScalars.insert(word, at: position)
        if let delta = texts[replica].delta(since: before) { messages.append(delta.encoded()) }
      }
    }
    return messages
  }
}
