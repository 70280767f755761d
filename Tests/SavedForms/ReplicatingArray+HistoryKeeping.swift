// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes

extension ReplicatingArray: HistoryKeeping where Element: Equatable {
  func complaintAboutHistory() throws -> String? {
    try complaintAboutPastVersions() ?? complaintAboutAnchors() ?? complaintAboutUndoing()
  }

  private func complaintAboutPastVersions() throws -> String? {
    let now = values
    let start = Version()
    if try !values(at: start).isEmpty { return "it did not begin empty" }
    if try changes(since: start).flatMap(\.elements) != now {
      return "all changes are not its elements"
    }
    if try values(at: version) != now { return "it is not what it is at its own version" }
    var copy = ReplicatingArray()
    if let delta = delta(since: start) { try copy.merge(delta: delta) }
    if copy != self || copy.values != now { return "all its edits bring something else" }
    // Past versions that show dropped elements are refused.
    if !version.dropped.isEmpty { return nil }
    for session in sessions {
      let then = try values(at: session.version)
      if try applied(changes(since: session.version), to: then) != now {
        return "the changes since \(session.version)"
      }
      if try applied(changes(from: version, to: session.version), to: now) != then {
        return "the changes back to \(session.version)"
      }
      // Known edits change nothing.
      if let delta = delta(since: session.version) { try copy.merge(delta: delta) }
      if copy != self || copy.values != now { return "the edits since \(session.version)" }
    }
    return nil
  }

  /// Nil if the changes are of other values.
  private func applied(_ changes: [Change], to values: [Element]) -> [Element]? {
    var values = values
    for change in changes.reversed() {
      guard change.old.upperBound <= values.count else { return nil }
      values.replaceSubrange(change.old, with: change.elements)
    }
    return values
  }

  private func complaintAboutAnchors() -> String? {
    for place in [0, count / 2, count] {
      if index(of: anchor(at: place)) != place || index(of: anchor(at: place, .after)) != place {
        return "an anchor moves"
      }
    }
    return nil
  }

  private func complaintAboutUndoing() throws -> String? {
    guard let new = first else { return nil }
    var (edited, undo) = (self, ArrayUndo())
    SampleDevice.editor.run {
      undo.edit(&edited, at: 1) {
        $0.replaceSubrange(count / 3..<count - count / 3, with: CollectionOfOne(new))
      }
    }
    let then = edited.values
    try SampleDevice.editor.run { _ = try undo.undo(&edited) }
    if edited.values != values { return "undoing an edit leaves something else" }
    try SampleDevice.editor.run { _ = try undo.redo(&edited) }
    if edited.values != then { return "redoing an edit leaves something else" }
    return edited.merged(with: self) == edited ? nil : "the state before an edit undoes it"
  }
}
