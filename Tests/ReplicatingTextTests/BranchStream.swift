// SPDX-License-Identifier: MIT

import ReplicationLaws

@testable import ReplicatingText

/// A history like that of a version control system: long branches of many transactions, which merge
/// another branch now and then. A receiver takes it in transaction by transaction.
struct BranchStream {
  struct Transaction {
    /// The delta that its author sends.
    var delta: ReplicatingText.Delta
    /// The transactions that it builds on.
    var parents: [Int]
  }

  /// The transactions, in the order in which they were made.
  private(set) var transactions: [Transaction] = []

  /// The text of each branch at its end.
  private(set) var texts: [ReplicatingText]

  /// The last transaction of each branch, and those that it merged since.
  private var heads: [[Int]]

  /// The shape of a history.
  struct Shape {
    /// The number of branches that are open side by side, from the first transaction on.
    var branches: Int
    /// The number of single edits in a transaction.
    var edits = 10
    /// The number of transactions that a branch makes in a row, on average.
    var burst = 1
    /// The average number of bursts from one merge of another branch to the next; nil for no
    /// merges.
    var mergeEvery: Int?
  }

  init(_ shape: Shape, transactions count: Int, _ random: inout SeededGenerator) {
    texts = [ReplicatingText()]
    heads = [[]]
    write(in: 0) { $0.append("All work and no play makes Jack a dull boy. ") }
    texts = [ReplicatingText](repeating: texts[0], count: shape.branches)
    heads = [[Int]](repeating: heads[0], count: shape.branches)
    var branch = 0
    while transactions.count < count {
      if random.oneIn(shape.burst) {
        branch = random.below(shape.branches)
        if let interval = shape.mergeEvery, random.oneIn(interval) {
          merge(random.below(shape.branches), into: branch)
        }
      }
      write(in: branch) { text in
        for _ in 0..<shape.edits { Self.edit(&text, &random) }
      }
    }
  }

  private mutating func merge(_ other: Int, into branch: Int) {
    guard !texts[branch].contains(texts[other].version) else { return }
    texts[branch].merge(texts[other])
    heads[branch] += heads[other].filter { !heads[branch].contains($0) }
  }

  private mutating func write(in branch: Int, _ body: (inout ReplicatingText) -> Void) {
    let before = texts[branch].version
    body(&texts[branch])
    guard let delta = texts[branch].delta(since: before) else { return }
    transactions.append(Transaction(delta: delta, parents: heads[branch]))
    heads[branch] = [transactions.count - 1]
  }

  /// Types or deletes a letter at a random place.
  private static func edit(_ text: inout ReplicatingText, _ random: inout SeededGenerator) {
    let count = text.unicodeScalars.count
    let place = random.below(count + 1)
    if random.oneIn(4), place < count {
      text.unicodeScalars.removeSubrange(place..<(place + 1))
    } else {
      text.unicodeScalars.insert(random.pick(["a", "b", "c"]), at: place)
    }
  }

  /// The transactions in a random one of the orders in which a receiver can learn them.
  func shuffled(_ random: inout SeededGenerator) -> [Transaction] {
    var children = [[Int]](repeating: [], count: transactions.count)
    var waitsFor = transactions.map(\.parents.count)
    for (index, transaction) in transactions.enumerated() {
      for parent in transaction.parents { children[parent].append(index) }
    }
    var ready = waitsFor.indices.filter { waitsFor[$0] == 0 }
    var order: [Transaction] = []
    while !ready.isEmpty {
      let next = ready.remove(at: random.below(ready.count))
      order.append(transactions[next])
      for child in children[next] {
        waitsFor[child] -= 1
        if waitsFor[child] == 0 { ready.append(child) }
      }
    }
    return order
  }
}
