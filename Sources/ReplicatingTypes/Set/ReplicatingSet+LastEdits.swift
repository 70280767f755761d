// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingSet {
  /// The last edit of an element of a set: its insertion or its removal.
  public struct LastEdit: Sendable {
    /// The element.
    public let element: Element
    /// True if the edit inserted the element, false if it removed the element.
    public let isInsert: Bool
    /// The time of the edit, by the clock of the device that made the edit.
    public let time: HybridTimestamp
    /// The identity of the edit. The session of the dot names the run of the program, and the id of
    /// the run contains the mark of the device.
    public let dot: Dot
  }

  /// The last edit of each element that is or was in the set, in no particular order.
  ///
  /// ```swift
  /// for edit in tags.lastEdits where !edit.isInsert {
  ///   print("\(edit.element) was removed at \(edit.time.milliseconds)")
  /// }
  /// ```
  ///
  /// - Complexity: O(*n*) for *n* elements that are or were present.
  public var lastEdits: [LastEdit] {
    var edits: [LastEdit] = []
    storage.state.entries.forEach { item in
      edits.append(
        LastEdit(
          element: item.key, isInsert: item.value.isPresent, time: item.value.stamp.time,
          dot: item.value.stamp.dot))
    }
    return edits
  }
}
