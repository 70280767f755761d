// SPDX-License-Identifier: MIT

/// The priority of a note.
public enum Priority: String, CaseIterable, Codable, Hashable, Sendable {
  /// The note can wait.
  case low
  /// The priority of most notes.
  case normal
  /// The note comes first.
  case high
}
