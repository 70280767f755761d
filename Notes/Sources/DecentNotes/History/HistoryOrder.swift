// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes

/// The order of a history. An entry stands above the entries it builds on, and above the creation
/// of the note. Where these rules leave a choice, the entry with the later time stands above.
///
/// Only the first edit of an entry builds on edits of other entries. So two entries never build on
/// each other. Causality comes before time, because a clock may be wrong, and because the time of
/// an edit of the text is only the start of its run.
struct HistoryOrder {
  private let entries: [NoteHistory.Entry]
  /// For each session, its runs of edits, ascending: the numbers of the edits, and the index of the
  /// entry that holds them.
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

  /// The entries in this order, from the top.
  ///
  /// - Complexity: O(*n* log *n*) expected for *n* entries and runs of edits in them.
  var newestFirst: [NoteHistory.Entry] {
    // The creation stands below all entries, unless its text edits build on other entries.
    let creation = entries.firstIndex { $0.isCreation && $0.text?.parents.isEmpty ?? true }
    let below = entries.indices.map { index in
      var below = Set((entries[index].text?.parents ?? []).compactMap { self.entry(of: $0) })
      if let creation, creation != index { below.insert(creation) }
      return below
    }
    var waiting = [Int](repeating: 0, count: entries.count)
    for index in below.joined() { waiting[index] += 1 }
    // Oldest first, so that the newest entry is the last.
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

  /// The index of the entry that an edit belongs to; nil if no entry has the edit.
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
