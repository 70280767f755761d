// SPDX-License-Identifier: MIT

/// The sets of edits that replicas of a search have seen, each set with a number. A ``Promise`` is
/// checked against these sets.
struct SearchHistories {
  private var edits = History()
  private var sets: [[Int]] = [[]]
  private var numbers: [[Int]: Int] = [[]: 0]

  /// The number of the set that holds only the making of the first value.
  mutating func start(items: Set<String>) -> Int {
    record("make", from: [], to: items, seen: 0)
  }

  /// Records an edit. Returns the number of a set: this edit, together with all edits that its
  /// author had seen.
  ///
  /// - Parameter seen: The number of the set that the edit's author had seen before.
  mutating func record(
    _ edit: Edit, from before: Set<String>, to after: Set<String>, seen: Int
  ) -> Int {
    let edit = edits.record(edit, from: before, to: after, seen: Set(sets[seen]))
    return number(of: sets[seen] + [edit])
  }

  /// The number of the union of two sets.
  mutating func union(_ first: Int, _ second: Int) -> Int {
    first == second ? first : number(of: Set(sets[first]).union(sets[second]).sorted())
  }

  /// The edits of a set, each with the edits that its author had seen.
  func history(_ number: Int) -> History { edits.seen(ascending: sets[number]) }

  private mutating func number(of set: [Int]) -> Int {
    if let number = numbers[set] { return number }
    numbers[set] = sets.count
    sets.append(set)
    return sets.count - 1
  }
}
