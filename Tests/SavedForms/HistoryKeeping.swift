// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes

/// A value that answers questions about its past, or that consists of such values.
protocol HistoryKeeping {
  /// The fault in the answers, or nil.
  func complaintAboutHistory() throws -> String?
}

/// The fault in the answers of a value, or of the values in it, about their past. Nil if there is
/// none, or if none of these values keeps a history.
func historyComplaint(about value: Any) throws -> String? {
  if let value = value as? any HistoryKeeping { return try value.complaintAboutHistory() }
  guard value is any ReplicatingModel else { return nil }
  return try historyComplaint(aboutEach: Mirror(reflecting: value).children.map { $0.value })
}

private func historyComplaint(aboutEach values: some Sequence) throws -> String? {
  for value in values {
    if let complaint = try historyComplaint(about: value) { return complaint }
  }
  return nil
}

extension ReplicatingDictionary: HistoryKeeping {
  func complaintAboutHistory() throws -> String? {
    try historyComplaint(aboutEach: values)
  }
}

extension ReplicatingOrderedDictionary: HistoryKeeping {
  func complaintAboutHistory() throws -> String? {
    try historyComplaint(aboutEach: values)
  }
}

extension ReplicatingText: HistoryKeeping {
  func complaintAboutHistory() throws -> String? {
    let all = try characters.changes(since: Version())
    if all.map(\.string).joined() != string {
      return "all changes are not its text"
    }
    for session in sessions {
      let then = Array(try string(at: session.version).utf16)
      var now = then
      for change in try utf16.changes(since: session.version).reversed() {
        guard change.old.upperBound <= now.count else {
          return "the changes since \(session.version) reach beyond its text"
        }
        now.replaceSubrange(change.old, with: change.string.utf16)
      }
      if now != Array(string.utf16) { return "the changes since \(session.version)" }
    }
    for offset in [0, utf16.count / 2, utf16.count] {
      let place = utf16.offset(ofScalar: utf16.scalarOffset(of: offset))
      if utf16.offset(of: utf16.anchor(at: offset)) != place { return "an anchor moves" }
    }
    return nil
  }
}
