// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// A note in JSON. The shape is documented in Documentation/CommandLine.md:
/// members may be added, none is ever renamed or removed.
struct NoteRecord: Encodable {
  /// All digits of the id.
  let id: String
  let title: String
  /// The note's text; nil in lists.
  let text: String?
  let tags: [String]
  let priority: String
  /// The names of the folders, with `/` between; empty for no folder.
  let folder: String
  /// RFC 3339, in UTC, with milliseconds.
  let created: String
  /// In the form of `created`.
  let edited: String
  let trashed: Bool
  /// Whether lists show the note before the others.
  let pinned: Bool
  /// Whether the note was purged, and an edit on another device brought the note back.
  let purged: Bool
  /// The version of `text`; nil for the present text.
  let version: String?

  init(_ summary: NoteSummary, text: String? = nil, version: VersionID? = nil) {
    id = "\(summary.id)"
    title = summary.title
    self.text = text
    tags = summary.tags
    priority = summary.priority.rawValue
    folder = summary.folder.text
    created = Moment(milliseconds: summary.created).precise
    edited = Moment(milliseconds: summary.edited).precise
    trashed = summary.isTrashed
    pinned = summary.isPinned
    purged = summary.wasPurged
    self.version = version.map { "\($0)" }
  }
}

/// A note that a search found, in JSON: a ``NoteRecord`` with a further member.
struct FoundRecord: Encodable {
  private enum Key: CodingKey {
    case passage
  }

  private let note: NoteRecord
  private let passage: String?

  init(_ found: FoundNote) {
    note = NoteRecord(found.summary)
    passage = found.passage?.text
  }

  func encode(to encoder: any Encoder) throws {
    try note.encode(to: encoder)
    var members = encoder.container(keyedBy: Key.self)
    try members.encodeIfPresent(passage, forKey: .passage)
  }
}

extension Encodable {
  /// This value as JSON text, members sorted, ending in a line break.
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
