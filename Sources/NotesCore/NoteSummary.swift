// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The part of a note that lists show: all but the text.
public struct NoteSummary: Hashable, Sendable {
  /// The id of the note.
  public let id: NoteID
  /// The title.
  public let title: String
  /// The tags, sorted.
  public let tags: [String]
  /// The priority.
  public let priority: Priority
  /// The folder.
  public let folder: NoteFolder
  /// The time when the note was made, in milliseconds since 1970.
  public let created: UInt64
  /// The time of the note's last edit, in milliseconds since 1970: ``Note/edited``.
  public let edited: UInt64
  /// Whether the note lies in the trash.
  public let isTrashed: Bool
  /// Whether lists show the note before the notes that are not pinned.
  public let isPinned: Bool
  /// The index by which lists sort the note: ``Note/order``.
  public let order: FractionalIndex
  /// Whether the note was purged and came back, because a device edited the note without knowing of
  /// the purge.
  public let wasPurged: Bool

  /// Makes a summary from its parts.
  public init(
    id: NoteID, title: String, tags: [String], priority: Priority, folder: NoteFolder,
    created: UInt64, edited: UInt64, isTrashed: Bool, isPinned: Bool,
    order: FractionalIndex, wasPurged: Bool
  ) {
    self.id = id
    self.title = title
    self.tags = tags
    self.priority = priority
    self.folder = folder
    self.created = created
    self.edited = edited
    self.isTrashed = isTrashed
    self.isPinned = isPinned
    self.order = order
    self.wasPurged = wasPurged
  }

  /// The key by which lists sort the note among the pinned notes, or among the notes that are not
  /// pinned.
  public var orderKey: FractionalIndex.Key { FractionalIndex.Key(order, of: id.rawValue) }

  /// Sums up a note.
  public init(of note: Note, id: NoteID, wasPurged: Bool = false) {
    self.init(
      id: id, title: note.title.value, tags: note.tags.values.sorted(),
      priority: note.priority.value, folder: NoteFolder(of: note), created: note.created.value,
      edited: note.edited, isTrashed: note.isTrashed.value,
      isPinned: note.isPinned.value, order: note.order, wasPurged: wasPurged)
  }
}
