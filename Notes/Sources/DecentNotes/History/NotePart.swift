// SPDX-License-Identifier: MIT

/// A part of a note whose changes can be undone.
public enum NotePart: String, Hashable, CaseIterable, Sendable {
  case title, text, priority, folder, tags, trash, pin, order
}

extension NotePart {
  /// The key of the part's field.
  private var field: String {
    switch self {
    case .trash: "trashed"
    case .pin: "pinned"
    case .order: "place"
    default: rawValue
    }
  }

  /// The parts whose fields have the given keys.
  static func parts(of fields: [String]) -> [NotePart] {
    allCases.filter { fields.contains($0.field) }
  }
}
