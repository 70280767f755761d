// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

extension Library {
  /// Changes a note as it is at this moment. The change is a step that ``undo(_:)`` takes back.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, and the errors of `change`; nothing is changed
  ///   then.
  public func edit(_ id: NoteID, _ change: (inout Note) throws -> Void) throws {
    try changing { try changeKnown(id, change) }
  }

  /// Runs edits in one transaction, which also indexes the words of at most ``mostIndexed`` changed
  /// notes.
  func changing<Result>(_ body: () throws -> Result) throws -> Result {
    try documents.transaction {
      let result = try body()
      try collection.catchUp(WordIndex(), atMost: Self.mostIndexed)
      return result
    }
  }

  /// Changes a note. The caller has begun a transaction.
  func changeKnown(_ id: NoteID, _ change: (inout Note) throws -> Void) throws {
    guard try collection.exists(id.uuid) else { throw try absence(of: id) }
    try naming(.note(id)) { try collection.edit(id.uuid, change) }
  }

  /// Sets the title of a note.
  public func setTitle(of id: NoteID, to title: String) throws {
    try NoteLimits.check(title: title)
    try edit(id) { note in
      if note.title.value != title { note.title.value = title }
    }
  }

  /// Puts notes into a folder; `NoteFolder.none` takes them out of their folders. Changes all of
  /// the notes or none.
  public func setFolder(of ids: [NoteID], to folder: NoteFolder) throws {
    try changing {
      for id in ids {
        try changeKnown(id) { note in
          if NoteFolder(of: note) != folder { note.folder.value = folder.text }
        }
      }
    }
  }

  /// Pins notes, so that lists show them first, or unpins notes. Changes all of the notes or none.
  public func setPinned(_ isPinned: Bool, _ ids: [NoteID]) throws {
    try changing {
      for id in ids {
        try changeKnown(id) { note in
          if note.isPinned.value != isPinned { note.isPinned.value = isPinned }
        }
      }
    }
  }

  /// Gives a note a priority.
  public func setPriority(of id: NoteID, to priority: Priority) throws {
    try edit(id) { note in
      if note.priority.value != priority { note.priority.value = priority }
    }
  }

  /// Changes a note's text to `text`, by a small difference of whole words.
  public func setText(of id: NoteID, to text: String) throws {
    try NoteLimits.check(text: text)
    try edit(id) { $0.text.update(to: text) }
  }

  /// Applies the edit that an editor made to a note's text.
  ///
  /// Only the difference between the text of `given` and `text` is merged into the note. Other
  /// changes that were made since the editor was given the note are kept.
  ///
  /// - Parameters:
  ///   - given: The note whose text the editor was given.
  ///   - text: The text that the editor returned.
  public func setText(of id: NoteID, to text: String, editedFrom given: Note) throws {
    try NoteLimits.check(text: text)
    try edit(id) { note in
      var edited = given
      edited.text.update(to: text)
      note.merge(edited)
    }
  }

  /// Applies the edit that another program made to an earlier text of a note.
  ///
  /// The difference between `base` and `text` is merged line by line with the changes of the note
  /// since `base`. Lines that both sides changed are merged as if two devices had edited them.
  ///
  /// - Parameters:
  ///   - base: The text that the program read.
  ///   - text: The text that the program made of it.
  public func setText(of id: NoteID, to text: String, since base: String) throws {
    try NoteLimits.check(text: text)
    try edit(id) { note in
      let merged = TextMerge.merge(text, into: note.text.string, since: base)
      try NoteLimits.check(text: merged)
      note.text.update(to: merged)
    }
  }

  /// The beginning or the end of a text.
  public enum TextEnd: Sendable {
    case beginning, end
  }

  /// Adds lines at an end of a note's text. If the text is not empty, lines that other devices add
  /// at this end at the same time stay whole. A text that ended with a line feed still ends with a
  /// line feed.
  public func add(_ lines: String, to id: NoteID, at end: TextEnd) throws {
    if lines.isEmpty { return }
    try edit(id) { note in
      let text = note.text.string
      switch end {
      case .beginning:
        let isAlone = text.isEmpty || lines.endsLine
        note.text.unicodeScalars.insert(isAlone ? lines : lines + "\n", at: 0)
      case .end:
        let before = text.isEmpty || text.endsLine ? "" : "\n"
        let behind = text.endsLine && !lines.endsLine ? "\n" : ""
        note.text.append(before + lines + behind)
      }
      try NoteLimits.check(text: note.text.string)
    }
  }

  /// Adds tags to notes and removes other tags. Changes all of the notes or none. In `removing`, a
  /// name with commas stands for several tags, unless a note has a tag of that whole name.
  ///
  /// - Returns: The tags of `removing` that none of the notes had.
  @discardableResult
  public func tag(
    _ ids: [NoteID], adding: [TypedTag], removing: [TypedTag]
  ) throws -> [TypedTag] {
    for tag in adding { try NoteLimits.check(tag: tag.name) }
    var (sought, found): ([TypedTag], Set<TypedTag>) = ([], [])
    try changing {
      for id in ids {
        try changeKnown(id) { note in
          for tag in removing.flatMap({ $0.meant(among: note.tags) }) {
            if !sought.contains(tag) { sought.append(tag) }
            for name in note.tags.filter(tag.fits) {
              found.insert(tag)
              note.tags.remove(name)
            }
          }
          for tag in adding where !note.tags.contains(tag.name) { note.tags.insert(tag.name) }
        }
      }
    }
    return sought.filter { !found.contains($0) }
  }

  /// Puts notes into the trash or restores them. Changes all of the notes or none. The notes keep
  /// their places in the order.
  public func setTrashed(_ isTrashed: Bool, _ ids: [NoteID]) throws {
    try changing {
      for id in ids {
        try changeKnown(id) { note in
          if note.isTrashed.value != isTrashed { note.isTrashed.value = isTrashed }
        }
      }
    }
  }
}

extension String {
  /// Whether the text ends with a line feed, alone or after a carriage return.
  fileprivate var endsLine: Bool { unicodeScalars.last == "\n" }
}
