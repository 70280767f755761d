// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes

/// The order of a history: an entry stands above the entries it builds on, and above the creation of the
/// note; otherwise the later entry stands above.
///
/// Only the first edit of an entry builds on other entries: on those that have the parents of this
/// edit. So two entries never build on each other. Causality comes before time: a clock may be
/// wrong, and the time of an edit of the text is only the start of its run.
struct HistoryOrder {
  private let entries: [NoteHistory.Entry]
  /// The entries of each session with the numbers of their edits, ascending.
  private var places: [SessionID: [(numbers: Range<Int>, entry: Int)]] = [:]

  init(_ entries: [NoteHistory.Entry]) {
    self.entries = entries
    for (index, entry) in entries.enumerated() {
      for run in entry.text?.runs ?? [] {
        places[run.session, default: []].append((run.numbers, index))
      }
    }
    for session in places.keys {
      places[session]?.sort { $0.numbers.lowerBound < $1.numbers.lowerBound }
    }
  }

  /// The entries in their order.
  ///
  /// - Complexity: O(*n* log *n*) expected.
  var newestFirst: [NoteHistory.Entry] {
    // A creation entry whose text edits build on other entries stands above these, not below all.
    let creation = entries.firstIndex { $0.isCreation && $0.text?.parents.isEmpty ?? true }
    let below = entries.indices.map { index in
      var below = Set((entries[index].text?.parents ?? []).compactMap { self.entry(of: $0) })
      if let creation, creation != index { below.insert(creation) }
      return below
    }
    var waiting = [Int](repeating: 0, count: entries.count)
    for index in below.joined() { waiting[index] += 1 }
    // Ascending, so that the newest is the last.
    var ready = entries.indices.filter { waiting[$0] == 0 }.sorted(by: isOlder)
    var order: [NoteHistory.Entry] = []
    while let newest = ready.popLast() {
      order.append(entries[newest])
      for index in below[newest] {
        waiting[index] -= 1
        if waiting[index] == 0 { insert(index, into: &ready) }
      }
    }
    return order
  }

  private func insert(_ index: Int, into ready: inout [Int]) {
    var range = 0..<ready.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        isOlder(ready[middle], index) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    ready.insert(index, at: range.lowerBound)
  }

  private func isOlder(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (entries[left], entries[right])
    if left.milliseconds != right.milliseconds { return left.milliseconds < right.milliseconds }
    if left.run != right.run { return left.run < right.run }
    guard let first = left.text?.last, let second = right.text?.last else {
      return right.text != nil
    }
    return first < second
  }

  /// The entry that an edit belongs to.
  private func entry(of edit: Dot) -> Int? {
    guard let runs = places[edit.session] else { return nil }
    var range = 0..<runs.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if runs[middle].numbers.contains(edit.number) { return runs[middle].entry }
      range =
        runs[middle].numbers.upperBound <= edit.number
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
