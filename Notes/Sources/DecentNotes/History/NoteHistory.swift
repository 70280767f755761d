// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes

/// The history of a note, read from its state. Devices with the same state of the note have the
/// same history.
///
/// The history has all edits of the text. Of the title, priority, folder, pin, place in the list,
/// trash and each tag, it has only the last change. An edit names the run of the program that made
/// the edit. The id of the run has the mark of the device (``HistoryDevices``).
public struct NoteHistory: Sendable {
  /// The entries, newest first. An entry holds changes of one run of a program. A text edit that
  /// builds on several edits begins a new entry. An entry stands above the entries it builds on,
  /// and above the creation of the note. Where these rules leave a choice, the entry with the later
  /// time stands above.
  public let entries: [Entry]

  let note: Note

  /// Reads the history of a note.
  ///
  /// - Complexity: O(*n* log *n*) in the entries and the runs of edits in them.
  public init(of note: Note) {
    self.note = note
    var entries = Self.entries(of: note.text)
    let counts = entries.reduce(into: [:]) { $0[$1.run, default: 0] += 1 }
    var changes = NoteHistory.otherChanges(of: note)
    for index in entries.indices where counts[entries[index].run] == 1 {
      if let change = changes.removeValue(forKey: entries[index].run) {
        entries[index].add(change)
      }
    }
    self.entries = HistoryOrder(entries + changes.values).newestFirst
  }
}

extension NoteHistory {
  /// Changes that one run of a program made.
  public struct Entry: Hashable, Sendable {
    /// The run of the program.
    public let run: RunID
    /// The time of the entry's latest change, in milliseconds since 1970, by the clock of the run's
    /// device. An edit of the text has the time when its run began (``RunID/milliseconds``).
    public fileprivate(set) var milliseconds: UInt64
    /// The edits of the text; nil if the entry has none.
    public fileprivate(set) var text: TextChange?
    /// Whether the run made the note.
    public fileprivate(set) var isCreation = false
    /// The title of the note, if this run was the last to set it.
    public fileprivate(set) var title: String?
    /// The priority of the note, if this run was the last to set it.
    public fileprivate(set) var priority: Priority?
    /// The folder of the note, if this run was the last to set it.
    public fileprivate(set) var folder: NoteFolder?
    /// True if the run put the note into the trash, false if it restored the note. Nil if this run
    /// was not the last to do either.
    public fileprivate(set) var isTrashed: Bool?
    /// True if the run pinned the note, false if the run took the pin away. Nil if this run was not
    /// the last to do either.
    public fileprivate(set) var isPinned: Bool?
    /// Whether this run was the last to move the note in the list.
    public fileprivate(set) var isMove = false
    /// Tags that the run added and no later edit touched, sorted.
    public fileprivate(set) var addedTags: [String] = []
    /// Tags that the run removed and no later edit touched, sorted.
    public fileprivate(set) var removedTags: [String] = []
  }

  /// Edits of a text.
  public struct TextChange: Hashable, Sendable {
    /// The version after the edits, as their author saw the text.
    public let version: VersionID
    /// The versions that the author had seen before the edits: none, one, or several merged ones.
    public let after: [VersionID]
    /// The number of Unicode scalars that the edits inserted.
    public let insertedCount: Int
    /// The number of Unicode scalars that the edits deleted, including those that another author
    /// deleted concurrently.
    public let deletedCount: Int

    /// The runs of edits. Each run builds on the run before it.
    let runs: [ReplicatingText.EditRun]
  }
}

extension NoteHistory.TextChange {
  /// - Parameters:
  ///   - runs: Runs of edits. Each run but the first builds only on the run before it.
  ///   - first: The first run.
  ///   - last: The last edit of the last run.
  fileprivate init(
    _ runs: [ReplicatingText.EditRun], from first: ReplicatingText.EditRun, to last: Dot
  ) {
    version = VersionID(after: last)
    after = first.parents.map { VersionID(after: $0) }
    insertedCount = runs.reduce(0) { $0 + $1.insertedCount }
    deletedCount = runs.reduce(0) { $0 + $1.deletedCount }
    self.runs = runs
  }

  /// The edits that the first edit builds on.
  var parents: [Dot] { runs.first?.parents ?? [] }
  /// The last edit.
  var last: Dot? { runs.last?.last }
}

extension NoteHistory.Entry {
  init(run: RunID, milliseconds: UInt64, text: NoteHistory.TextChange? = nil) {
    self.run = run
    self.milliseconds = milliseconds
    self.text = text
  }

  /// Adds the changes of another entry of the same run.
  fileprivate mutating func add(_ other: Self) {
    milliseconds = max(milliseconds, other.milliseconds)
    (isCreation, title, priority, folder, isTrashed, isPinned) = (
      other.isCreation, other.title, other.priority, other.folder, other.isTrashed, other.isPinned
    )
    (isMove, addedTags, removedTags) = (other.isMove, other.addedTags, other.removedTags)
  }
}

extension NoteHistory {
  /// The entries for the edits of a text. Consecutive edits of one run of a program are joined. An
  /// edit is joined to its predecessor if it builds on the predecessor alone, and no other edit of
  /// the run builds on the predecessor.
  private static func entries(of text: ReplicatingText) -> [Entry] {
    let runs = text.editRuns
    var successors: [Dot: Int] = [:]
    for run in runs {
      if let before = run.predecessor { successors[before, default: 0] += 1 }
    }
    var groups: [[ReplicatingText.EditRun]] = []
    var places: [Dot: Int] = [:]
    for run in runs {
      if let before = run.predecessor, successors[before] == 1, let place = places[before] {
        groups[place].append(run)
        places[run.last] = place
      } else {
        places[run.last] = groups.count
        groups.append([run])
      }
    }
    return groups.compactMap { runs in
      guard let first = runs.first, let last = runs.last?.last else { return nil }
      let run = first.session.run
      return Entry(
        run: run, milliseconds: run.milliseconds,
        text: TextChange(runs, from: first, to: last))
    }
  }

  /// The last changes of all parts but the text, in one entry for each run of a program.
  private static func otherChanges(of note: Note) -> [RunID: Entry] {
    var changes: [RunID: Entry] = [:]
    func change(_ run: RunID, _ time: HybridTimestamp, _ body: (inout Entry) -> Void) {
      var entry = changes[run] ?? Entry(run: run, milliseconds: 0)
      entry.milliseconds = max(entry.milliseconds, time.milliseconds)
      body(&entry)
      changes[run] = entry
    }
    func change(_ stamp: RegisterStamp, _ body: (inout Entry) -> Void) {
      if stamp != RegisterStamp() { change(stamp.run, stamp.time, body) }
    }
    change(note.created.version) { $0.isCreation = true }
    change(note.title.version) { $0.title = note.title.value }
    change(note.priority.version) { $0.priority = note.priority.value }
    change(note.folder.version) { $0.folder = NoteFolder(of: note) }
    change(note.isTrashed.version) { $0.isTrashed = note.isTrashed.value }
    change(note.isPinned.version) { $0.isPinned = note.isPinned.value }
    change(note.place.version) { $0.isMove = true }
    for edit in note.tags.lastEdits.sorted(by: { $0.element < $1.element }) {
      change(edit.dot.session.run, edit.time) { entry in
        if edit.isInsert {
          entry.addedTags.append(edit.element)
        } else {
          entry.removedTags.append(edit.element)
        }
      }
    }
    return changes
  }
}

extension ReplicatingText.EditRun {
  /// The edit that the first edit builds on. Nil if the first edit builds on no edit or on several
  /// edits, or if another run of a program made the edit that it builds on.
  fileprivate var predecessor: Dot? {
    guard parents.count == 1, parents[0].session.run == session.run else { return nil }
    return parents[0]
  }
}
