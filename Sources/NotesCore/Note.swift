// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText
import ReplicatingTypes

/// A note: a document whose copies on several devices can be edited apart and
/// merged.
///
/// Edit its parts in place. Change the text with the methods of ``ReplicatingText``, and never
/// replace the text. So the edits of two people are kept.
public struct Note: ReplicatingModel {
  /// The title.
  public var title = ReplicatingRegister(default: "")
  /// The text.
  public var text = ReplicatingText()
  /// The tags.
  public var tags = ReplicatingSet<String>()
  /// The priority.
  public var priority = ReplicatingRegister(default: Priority.normal)
  /// The time when the note was made, in milliseconds since 1970.
  public var created = ReplicatingRegister(default: UInt64(0))
  /// Whether the note lies in the trash, from which it can be restored.
  public var isTrashed = ReplicatingRegister(default: false)
  /// The text of the folder: see ``NoteFolder``. Read the folder as `NoteFolder(of:)`.
  public var folder = ReplicatingRegister(default: "")
  /// Whether lists show the note before the notes that are not pinned.
  public var isPinned = ReplicatingRegister(default: false)
  /// The index that the note was moved to. Lists sort by ``order``.
  public var place = ReplicatingRegister(default: FractionalIndex.unset)
  /// The fields that later versions of this program add to a note.
  public var newerFields = NewerFields()

  /// Makes a note without any edit, as the start of a new replica.
  public init() {}

  public static let kind = "decent.note"

  public static let fields = FieldList<Note>([
    ReachedField("title", { $0.title }, { $1(&$0.title) }),
    ReachedField("text", { $0.text }, { $1(&$0.text) }),
    ReachedField("tags", { $0.tags }, { $1(&$0.tags) }),
    ReachedField("priority", { $0.priority }, { $1(&$0.priority) }),
    ReachedField("created", { $0.created }, { $1(&$0.created) }),
    ReachedField("trashed", { $0.isTrashed }, { $1(&$0.isTrashed) }),
    ReachedField("folder", { $0.folder }, { $1(&$0.folder) }),
    ReachedField("pinned", { $0.isPinned }, { $1(&$0.isPinned) }),
    ReachedField("place", { $0.place }, { $1(&$0.place) }),
  ])
}
