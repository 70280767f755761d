// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// What became of a note, as far as it can be told: the same on every device that has
/// the same state of it.
///
/// Of the text everything is known, unless it was dropped; of title, priority, each tag and
/// the trash the last change alone. Which device made a change is not known: edits name
/// the run of a program.
public struct NoteHistory: Sendable {
  /// What one run of a program did without taking in what others did to the text in
  /// between; newest first. None stands below one that builds on it; else those with a
  /// later time stand above.
  public let entries: [Entry]

  /// Whether there is more that was dropped.
  public let isForgotten: Bool

  let note: Note

  /// Looks at a note.
  ///
  /// - Complexity: O(*n* log *n*) in the entries, and what they have of the text's edits.
  public init(of note: Note) {
    self.note = note
    isForgotten = !note.text.earliestVersion.tips.isEmpty
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
  /// What one run of a program did.
  public struct Entry: Hashable, Sendable {
    /// The run of the program.
    public let run: RunID
    /// When, in milliseconds since 1970, by the clock of the device: for an edit of the text
    /// the start of the run.
    public fileprivate(set) var milliseconds: UInt64
    /// What it did to the text.
    public fileprivate(set) var text: TextChange?
    /// Whether it made the note.
    public fileprivate(set) var isCreation = false
    /// The title that it gave, if no other came later.
    public fileprivate(set) var title: String?
    /// The priority that it gave, if no other came later.
    public fileprivate(set) var priority: Priority?
    /// Whether it put the note into the trash, or back, if that did not change later.
    public fileprivate(set) var isTrashed: Bool?
    /// Tags that it added and nobody touched later, sorted.
    public fileprivate(set) var addedTags: [String] = []
    /// Tags that it took and nobody touched later, sorted.
    public fileprivate(set) var removedTags: [String] = []
  }

  /// Edits of a text.
  public struct TextChange: Hashable, Sendable {
    /// The text after them, as their author saw it.
    public let version: VersionID
    /// What their author had seen before: no version, one, or several that were merged.
    public let after: [VersionID]
    /// How many Unicode scalars they inserted.
    public let insertedCount: Int
    /// How many Unicode scalars they deleted, counting those that somebody else deleted
    /// at the same time.
    public let deletedCount: Int

    /// The runs of edits, each building on the one before.
    let runs: [ReplicatingText.EditRun]
  }
}

extension NoteHistory.TextChange {
  /// - Parameters:
  ///   - runs: Each but the first builds on the one before alone.
  ///   - first: The first of them.
  ///   - last: The last edit of all.
  fileprivate init(
    _ runs: [ReplicatingText.EditRun], from first: ReplicatingText.EditRun, to last: Dot
  ) {
    version = VersionID(after: last)
    after = first.parents.map { VersionID(after: $0) }
    insertedCount = runs.reduce(0) { $0 + $1.insertedCount }
    deletedCount = runs.reduce(0) { $0 + $1.deletedCount }
    self.runs = runs
  }

  /// What the first edit builds on.
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

  /// Adds what the same run did beside.
  fileprivate mutating func add(_ other: Self) {
    milliseconds = max(milliseconds, other.milliseconds)
    (isCreation, title, priority, isTrashed) = (
      other.isCreation, other.title, other.priority, other.isTrashed
    )
    (addedTags, removedTags) = (other.addedTags, other.removedTags)
  }
}

extension NoteHistory {
  /// The edits of a text, those of one run of a program joined while each builds on the
  /// one before alone, and nothing else of that run does.
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

  /// The last changes of all but the text, by the run of a program.
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
    change(note.isTrashed.version) { $0.isTrashed = note.isTrashed.value }
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
  /// The last edit before these, if it is of the same run of a program and they build on
  /// nothing else.
  fileprivate var predecessor: Dot? {
    guard parents.count == 1, parents[0].session.run == session.run else { return nil }
    return parents[0]
  }
}
