// SPDX-License-Identifier: MIT

/// How much a note matters.
public enum Priority: String, CaseIterable, Codable, Hashable, Sendable {
  /// It can wait.
  case low
  /// As most notes.
  case normal
  /// It comes first.
  case high
}
