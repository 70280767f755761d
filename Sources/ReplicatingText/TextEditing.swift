// SPDX-License-Identifier: MIT

import BinaryCoding
import Difference
import SequenceEngine

/// The contents of a text view while a person types in it and others edit the same text.
///
/// An app keeps a `TextEditing` for each text view. The app passes the typed text to the
/// `TextEditing`. When edits of others arrive, the app passes the current text:
///
/// ```swift
/// func textView(_ range: Range<Int>, _ string: String) {
///   var text = editing.shown
///   editing.typed(string, over: range, in: &text)
///   Task { [text] in try await notes.edit(id) { $0.text.merge(text) } }
/// }
/// ```
///
/// Here `notes` is a collection of `DecentDocuments`. `LiveText`, a class of the same module, makes
/// these calls for a `TextEditor` of SwiftUI. The tasks may end in any order: edits are merged.
///
/// **Why not the text itself.** A view reports its whole contents, and it shows edits of others
/// late. `text.update(to: contents)` would delete edits that have arrived and are not shown yet. So
/// a `TextEditing` finds the edit of the person by comparing the contents with ``shown``, the text
/// that the person saw. It then merges the edit into the text.
///
/// **Positions** are in UTF-16 units, like the positions of Apple's text views.
///
/// **Undoing.** ``undo(in:)`` takes back what this person typed. Turn off the view's own undo,
/// which would put text back at places that edits of others have moved.
///
/// A `TextEditing` belongs to one text. Make another `TextEditing` when the view shows another
/// text.
public struct TextEditing: Sendable {
  /// The text that the view shows: a copy without the edits that have not arrived in the view.
  public private(set) var shown: ReplicatingText
  /// The selected part of the view's contents, in UTF-16 units; empty for a caret.
  public private(set) var selection: Range<Int>
  /// Whether the person composes text with an input method (*marked* text). If so, ``arrived(_:)``
  /// shows no edits of others, because changed text around the marked text would end the
  /// composition. Call ``arrived(_:)`` again after the composition.
  public var isComposing = false
  /// The steps that the person can undo, to be kept for the next view of the text.
  public private(set) var steps: TextUndo

  /// Shows a text, with the caret at its start.
  ///
  /// - Parameters:
  ///   - text: The text to show.
  ///   - steps: The steps that the person can undo, as kept from an earlier view.
  public init(_ text: ReplicatingText, steps: TextUndo = TextUndo()) {
    shown = text
    selection = 0..<0
    self.steps = steps
  }

  /// The string that the view shows.
  ///
  /// - Complexity: O(*n*)
  public var string: String { shown.string }

  // MARK: The person

  /// Takes in what a person typed, from a view that reports its whole contents, such as a
  /// `TextEditor` of SwiftUI.
  ///
  /// A single insertion or deletion is made as it is, and so is a replacement that lies within a
  /// word or ends at the caret. Any other difference becomes the edits of
  /// ``ReplicatingText/update(to:)``.
  ///
  /// - Parameters:
  ///   - string: The string that the view shows.
  ///   - caret: The place of the caret after the edit, in UTF-16 units, if the view reports the
  ///     place. Among equal letters, only the caret shows which letter the person typed.
  ///   - text: The text, which may know edits of others that the view does not show.
  /// - Complexity: O(*n*) for *n* bytes of text. The cost of `update(to:)` is added if its edits
  ///   are used, and the cost of a merge if `text` knows edits that the view does not show.
  public mutating func typed(_ string: String, caret: Int? = nil, in text: inout ReplicatingText) {
    let difference = TypedDifference(from: shown.string, to: string, caret: caret)
    if difference.isEmpty {
      if caret != nil { select(difference.caret..<difference.caret) }
      return
    }
    edit(&text) { text in
      if let change = difference.change {
        text.unicodeScalars.replaceSubrange(change.range, with: change.string)
      } else {
        text.update(to: string)
      }
    }
    selection = difference.caret..<difference.caret
  }

  /// Takes in what a person typed, from a view that reports the replaced range, as `UITextView` and
  /// `NSTextView` do.
  ///
  /// - Parameters:
  ///   - string: The typed text; empty for a deletion.
  ///   - range: The part of the view's contents that the typed text replaces, in UTF-16 units.
  ///   - text: The text, which may know edits of others that the view does not show.
  /// - Precondition: The range lies within what the view shows.
  /// - Complexity: O(*m* + log *n*) for *m* deleted and typed bytes in a text of *n* bytes, if the
  ///   view shows all edits.
  public mutating func typed(
    _ string: String, over range: Range<Int>, in text: inout ReplicatingText
  ) {
    edit(&text) { $0.utf16.replaceSubrange(range, with: string) }
    let caret = range.lowerBound + string.utf16.count
    selection = caret..<caret
  }

  /// Takes in the selection that a person made, in UTF-16 units; empty for a caret. If the
  /// selection changed, the next edit begins a new step to undo.
  ///
  /// - Precondition: The selection lies within what the view shows.
  public mutating func select(_ selection: Range<Int>) {
    let count = shown.utf16.count
    require(
      selection.lowerBound >= 0 && selection.upperBound <= count,
      "\(selection) is not within 0..<\(count)")
    if selection != self.selection { steps.closeStep() }
    self.selection = selection
  }

  /// Edits what the view shows, and merges the edit into the text.
  private mutating func edit(
    _ text: inout ReplicatingText, _ body: (inout ReplicatingText) -> Void
  ) {
    if text.version == shown.version {
      // A second reference to the text would make the edit copy the storage.
      shown = ReplicatingText()
      steps.edit(&text, body)
      shown = text
    } else {
      checkIsSame(text)
      steps.edit(&shown, body)
      text.merge(shown)
    }
  }

  // MARK: Undoing

  /// Whether there is a step to undo.
  public var canUndo: Bool { steps.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Bool { steps.canRedo }

  /// Undoes the last step of the person, and shows the current text. Edits of others stay.
  ///
  /// - Returns: The changes of the view's contents, in UTF-16 units. The caret now stands at the
  ///   end of the last change that undoing made.
  /// - Throws: The errors of ``TextUndo/undo(_:)``.
  @discardableResult
  public mutating func undo(
    in text: inout ReplicatingText
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    try reverse(&text) { (steps, text) throws(MissingHistory) in try steps.undo(&text.utf16) }
  }

  /// Redoes the step that was undone last, in the way of ``undo(in:)``.
  @discardableResult
  public mutating func redo(
    in text: inout ReplicatingText
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    try reverse(&text) { (steps, text) throws(MissingHistory) in try steps.redo(&text.utf16) }
  }

  private mutating func reverse(
    _ text: inout ReplicatingText,
    _ step: (inout TextUndo, inout ReplicatingText) throws(MissingHistory) -> [ReplicatingText
      .Change]
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    if !text.contains(shown.version) {
      checkIsSame(text)
      text.merge(shown)
    }
    let reversed = try step(&steps, &text)
    let changes = show(text)
    if let caret = reversed.last?.new.upperBound { selection = caret..<caret }
    return changes
  }

  // MARK: Others

  /// Shows the current text, with the edits of others. Text that was typed here stays shown even if
  /// it is not yet in `text`.
  ///
  /// - Returns: The changes of the view's contents, in UTF-16 units and in the form of
  ///   ``ReplicatingText/View/changes(since:)``. Empty while the person composes text.
  /// - Complexity: That of ``ReplicatingText/View/changes(since:)``.
  @discardableResult
  public mutating func arrived(_ text: ReplicatingText) -> [ReplicatingText.Change] {
    if isComposing { return [] }
    if text.contains(shown.version) { return show(text) }
    checkIsSame(text)
    return show(text.merged(with: shown))
  }

  /// - Parameter text: Knows all edits that the view shows.
  private mutating func show(_ text: ReplicatingText) -> [ReplicatingText.Change] {
    // The whole text as one change, for the case that too much dropped text has changed.
    let all = { (old: ReplicatingText) in
      [
        ReplicatingText.Change(
          old: 0..<old.utf16.count, new: 0..<text.utf16.count, string: text.string)
      ]
    }
    let changes = (try? text.utf16.changes(since: shown.version)) ?? all(shown)
    shown = text
    selection = selection.moved(by: changes)
    return changes
  }

  private func checkIsSame(_ text: ReplicatingText) {
    require(
      text.isEmpty || shown.isEmpty || text.sharesHistory(with: shown),
      "the view shows another text; make a TextEditing for each")
  }
}

extension Range<Int> {
  /// The selection after changes of the text. A caret stays after the unit that stood before the
  /// caret. A selection that is not empty stays around the selected text.
  fileprivate func moved(by changes: [ReplicatingText.Change]) -> Range {
    let end = Self.moved(upperBound, by: changes, passesInsertion: false)
    if isEmpty { return end..<end }
    return Swift.min(Self.moved(lowerBound, by: changes, passesInsertion: true), end)..<end
  }

  private static func moved(
    _ place: Int, by changes: [ReplicatingText.Change], passesInsertion: Bool
  ) -> Int {
    var shift = 0
    for change in changes where change.old.lowerBound <= place {
      if place < change.old.upperBound {
        let within = place - change.old.lowerBound
        return Swift.min(change.new.lowerBound + within, change.new.upperBound)
      }
      if change.old.lowerBound < place || passesInsertion {
        shift = change.new.upperBound - change.old.upperBound
      }
    }
    return place + shift
  }
}
