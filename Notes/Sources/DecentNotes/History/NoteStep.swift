// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// A change of a note that a person made here, to be undone and redone as a whole.
///
/// A step says of each part what it was before and after. Undoing is a new edit, made from the step turned
/// round:
///
/// - A part with one value gets its former value if it is still as the step left it.
/// - Tags that the step added go, and tags that it removed come back.
/// - The text gets the difference from the step's text after to its text before. ``TextMerge`` merges that
///   line by line with what was changed since. The step names both texts by their versions.
struct NoteStep: Hashable, Codable, Sendable {
  /// A part before and after.
  struct Change<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    var before: Value
    var after: Value

    /// Nil if the part did not change.
    init?(from before: Value, to after: Value) {
      guard before != after else { return nil }
      (self.before, self.after) = (before, after)
    }

    mutating func invert() { swap(&before, &after) }
  }

  /// The names of all versions (``VersionID``) that a text has seen and nothing builds on, sorted.
  typealias TextState = [String]

  /// The parts of a note that a step compares. They are no copy of the note: beside a copy, an edit
  /// could not go on with the session of the edit before.
  struct State {
    let title: String
    let text: TextState
    let priority: Priority
    let folder: String
    let isTrashed: Bool
    let isPinned: Bool
    let place: FractionalIndex
    let tags: Set<String>

    init(of note: borrowing Note) {
      title = note.title.value
      text = note.text.version.tips.map { VersionID(after: $0).description }.sorted()
      priority = note.priority.value
      folder = note.folder.value
      isTrashed = note.isTrashed.value
      isPinned = note.isPinned.value
      place = note.place.value
      tags = Set(note.tags)
    }
  }

  var title: Change<String>?
  var text: Change<TextState>?
  var priority: Change<Priority>?
  var folder: Change<String>?
  var isTrashed: Change<Bool>?
  var isPinned: Change<Bool>?
  var addedTags: [String] = []
  var removedTags: [String] = []
  var place: Change<FractionalIndex>?

  /// The step between two states of a note.
  init(from before: State, to after: State) {
    title = Change(from: before.title, to: after.title)
    text = Change(from: before.text, to: after.text)
    priority = Change(from: before.priority, to: after.priority)
    folder = Change(from: before.folder, to: after.folder)
    isTrashed = Change(from: before.isTrashed, to: after.isTrashed)
    isPinned = Change(from: before.isPinned, to: after.isPinned)
    place = Change(from: before.place, to: after.place)
    addedTags = after.tags.subtracting(before.tags).sorted()
    removedTags = before.tags.subtracting(after.tags).sorted()
  }

  /// Whether it changes nothing.
  var isEmpty: Bool { parts.isEmpty }

  /// The parts that it changes.
  var parts: [NotePart] {
    var parts: [NotePart] = []
    if title != nil { parts.append(.title) }
    if text != nil { parts.append(.text) }
    if priority != nil { parts.append(.priority) }
    if folder != nil { parts.append(.folder) }
    if !addedTags.isEmpty || !removedTags.isEmpty { parts.append(.tags) }
    if isTrashed != nil { parts.append(.trash) }
    if isPinned != nil { parts.append(.pin) }
    if place != nil { parts.append(.order) }
    return parts
  }

  /// The step that takes this one back.
  var inverted: NoteStep {
    var step = self
    step.title?.invert()
    step.text?.invert()
    step.priority?.invert()
    step.folder?.invert()
    step.isTrashed?.invert()
    step.isPinned?.invert()
    step.place?.invert()
    (step.addedTags, step.removedTags) = (removedTags, addedTags)
    return step
  }
}

/// A part of a note that can be undone.
public enum NotePart: String, Hashable, Sendable {
  case title, text, priority, folder, tags, trash, pin, order
}

extension NoteStep {
  /// Applies the step to a note, as far as others did not change it since.
  ///
  /// - Returns: The parts that changed.
  /// - Throws: The reason why the texts of the step cannot be told any more.
  func apply(to note: inout Note) throws(LibraryFailure) -> Set<NotePart> {
    var changed: Set<NotePart> = []
    if try applyText(to: &note) { changed.insert(.text) }
    if Self.apply(title, to: &note.title) { changed.insert(.title) }
    if Self.apply(priority, to: &note.priority) { changed.insert(.priority) }
    if Self.apply(folder, to: &note.folder) { changed.insert(.folder) }
    if Self.apply(isTrashed, to: &note.isTrashed) { changed.insert(.trash) }
    if Self.apply(isPinned, to: &note.isPinned) { changed.insert(.pin) }
    if Self.apply(place, to: &note.place) { changed.insert(.order) }
    for tag in removedTags where note.tags.contains(tag) {
      note.tags.remove(tag)
      changed.insert(.tags)
    }
    for tag in addedTags where !note.tags.contains(tag) {
      note.tags.insert(tag)
      changed.insert(.tags)
    }
    return changed
  }

  private static func apply<Value>(
    _ change: Change<Value>?, to register: inout ReplicatingRegister<Value>
  ) -> Bool {
    guard let change, register.value == change.before else { return false }
    register.value = change.after
    return true
  }

  private func applyText(to note: inout Note) throws(LibraryFailure) -> Bool {
    guard let text else { return false }
    let history = NoteHistory(of: note)
    let before = try history.wholeText(afterAll: text.before)
    let after = try history.wholeText(afterAll: text.after)
    let now = note.text.string
    let new = TextMerge.merge(after, into: now, since: before)
    guard !new.utf8.elementsEqual(now.utf8) else { return false }
    note.text.update(to: new)
    return true
  }
}
