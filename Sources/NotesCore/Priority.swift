// SPDX-License-Identifier: MIT

import BinaryCoding

/// The priority of a note.
public enum Priority: String, CaseIterable, PlainValue, Hashable, Sendable {
  /// The note can wait.
  case low
  /// The priority of most notes.
  case normal
  /// The note cannot wait.
  case high
}
