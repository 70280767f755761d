// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingSet {
  /// The last insert or remove of an element.
  package struct LastEdit {
    /// The element.
    package let element: Element
    /// Whether it was inserted.
    package let isInsert: Bool
    /// When.
    package let time: HybridTimestamp
    /// Which edit it was.
    package let dot: Dot
  }

  /// The last edit of every element that ever was in the set, without an order.
  ///
  /// - Complexity: O(*n*) in the elements that are or were present.
  package var lastEdits: [LastEdit] {
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
