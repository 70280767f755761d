// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// A history as version control makes it, with long branches. A branch merges another now and then.
/// Its transactions are bursts of single edits.
struct Branches {
  /// Each transaction as the bytes that its author sends, in the order of their making.
  private(set) var messages: [[UInt8]] = []
  /// The merge of all branches.
  private(set) var text = ReplicatingText()

  /// The transactions that each transaction builds on.
  private var parents: [[Int]] = []
  private var heads: [[Int]] = []
  private var random: Generator

  static let transactions = 2_000
  static let edits = 20
  /// How many transactions a branch makes in a row, on average, and how often it merges then.
  private static let burst = 10
  private static let mergeEvery = 5

  init(_ count: Int, seed: UInt64) {
    random = Generator(seed: seed)
    var texts = [ReplicatingText("All work and no play makes Jack a dull boy.")]
    messages = texts[0].delta(since: ReplicatingText().version).map { [$0.encoded()] } ?? []
    parents = [[]]
    texts = [ReplicatingText](repeating: texts[0], count: count)
    heads = [[Int]](repeating: [0], count: count)
    var branch = 0
    while messages.count < Self.transactions {
      if random.number(below: Self.burst) == 0 {
        branch = random.number(below: count)
        if random.number(below: Self.mergeEvery) == 0 {
          merge(random.number(below: count), into: branch, of: &texts)
        }
      }
      write(in: branch, of: &texts)
    }
    text = texts.reduce(ReplicatingText()) { $0.merged(with: $1) }
  }

  private mutating func merge(_ other: Int, into branch: Int, of texts: inout [ReplicatingText]) {
    texts[branch].merge(texts[other])
    heads[branch] += heads[other].filter { !heads[branch].contains($0) }
  }

  private mutating func write(in branch: Int, of texts: inout [ReplicatingText]) {
    let before = texts[branch].version
    var typing = Typing(seed: random.next(), length: texts[branch].unicodeScalars.count)
    Edits(typing.scattered(Self.edits)).apply(to: &texts[branch])
    guard let bytes = texts[branch].delta(since: before)?.encoded() else { return }
    messages.append(bytes)
    parents.append(heads[branch])
    heads[branch] = [messages.count - 1]
  }

  /// The messages in a random order in which a receiver can learn them.
  mutating func shuffled() -> [[UInt8]] {
    var children = [[Int]](repeating: [], count: messages.count)
    var waitsFor = parents.map(\.count)
    for (index, parents) in parents.enumerated() {
      for parent in parents { children[parent].append(index) }
    }
    var ready = waitsFor.indices.filter { waitsFor[$0] == 0 }
    var order: [[UInt8]] = []
    while !ready.isEmpty {
      let next = ready.remove(at: random.number(below: ready.count))
      order.append(messages[next])
      for child in children[next] {
        waitsFor[child] -= 1
        if waitsFor[child] == 0 { ready.append(child) }
      }
    }
    return order
  }
}
