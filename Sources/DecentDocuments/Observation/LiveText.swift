// SPDX-License-Identifier: MIT

import Causality
import Foundation
import Observation
import ReplicatingTypes

/// A text of a document, for a text view. A person types in the view while others may edit the
/// text, too.
///
/// ```swift
/// struct MethodView: View {
///   @Bindable var method: LiveText<Recipe>  // LiveText(\.method, of: id, in: recipes)
///
///   var body: some View {
///     TextEditor(text: $method.string).disabled(!method.isLoaded)
///     Button("Undo typing") { method.undo() }.disabled(!method.canUndo)
///   }
/// }
/// ```
///
/// Typed text is stored at once, away from the main actor, even if the app releases this object.
/// Edits by sync, by other processes and by the app itself are shown as they come. Typing never
/// deletes text that has arrived and that the view does not show yet.
///
/// Keep a `LiveText` for as long as a view shows the text. For a view that reports the range of an
/// edit, such as `UITextView`, use a `TextEditing`.
@MainActor @Observable
public final class LiveText<Content: ReplicatingDocument> {
  /// Whether the text was read. Text typed before the read is merged with the text of the document.
  public private(set) var isLoaded = false

  private var editing = TextEditing(ReplicatingText())
  private var readFailure: (any Error)?
  private var editFailure: (any Error)?

  @ObservationIgnored private let text: WritableKeyPath<Content, ReplicatingText> & Sendable
  @ObservationIgnored private let id: UUID
  @ObservationIgnored private let collection: DocumentCollection<Content>
  /// The mark of this device in the typed edits; nil until the text is read.
  @ObservationIgnored private var device: DeviceMark?
  @ObservationIgnored private var following: Task<Void, Never>?
  /// Whether an edit is to be stored: the person made it after the last attempt to store began, or
  /// that attempt failed.
  @ObservationIgnored private var isUnsaved = false
  @ObservationIgnored private var isSaving = false

  /// Shows a text of a document.
  ///
  /// - Parameters:
  ///   - text: The property of the document that holds the text.
  ///   - id: The id of the document.
  ///   - collection: The collection of the document. If the collection records steps, each stored
  ///     edit is a step. ``undo()`` does not need these steps.
  public init(
    _ text: WritableKeyPath<Content, ReplicatingText> & Sendable, of id: UUID,
    in collection: DocumentCollection<Content>
  ) {
    (self.text, self.id, self.collection) = (text, id, collection)
    following = Task { [weak self] in
      let changes = await collection.changes
      await self?.read()
      for await changed in changes where changed == id {
        guard let self else { return }
        await read()
      }
      // The library was moved away, so reading fails from now on.
      await self?.read()
    }
  }

  deinit {
    following?.cancel()
  }

  /// The text of the view. Setting it counts as typing.
  ///
  /// - Complexity: O(*n*) to get *n* bytes of text. Setting has the complexity of
  ///   ``ReplicatingText/TextEditing/typed(_:caret:in:)``.
  public var string: String {
    get { editing.string }
    set { edit { $0.typed(newValue, in: &$1) } }
  }

  /// The error of the last edit, if the edit could not be made or stored. If that edit did not
  /// fail, the error of the last attempt to read the text, or nil if that attempt succeeded. Typed
  /// text stays shown after a failure, and is stored with the next edit.
  public var failure: (any Error)? { editFailure ?? readFailure }

  /// Whether something was typed here that can be undone.
  public var canUndo: Bool { editing.canUndo }

  /// Whether something was undone here that can be redone.
  public var canRedo: Bool { editing.canRedo }

  /// Takes back what was typed here last, if anything. The text of others stays.
  public func undo() { if canUndo { edit { try $0.undo(in: &$1) } } }

  /// Redoes what was undone here last, if anything.
  public func redo() { if canRedo { edit { try $0.redo(in: &$1) } } }

  private func edit(_ body: (inout TextEditing, inout ReplicatingText) throws -> Void) {
    var text = editing.shown
    let environment = ReplicationEnvironment.current
    do {
      try (device.map(environment.marked) ?? environment).run { try body(&editing, &text) }
    } catch {
      return editFailure = error
    }
    isUnsaved = true
    guard !isSaving else { return }
    isSaving = true
    Task { await save() }
  }

  /// Stores the shown text. Edits that the person makes during a write are stored together.
  private func save() async {
    editFailure = nil
    while isUnsaved, editFailure == nil {
      isUnsaved = false
      do {
        // Edits may be stored in any order, because they merge.
        try await collection.edit(id) { [text, shown = editing.shown] in
          $0[keyPath: text].merge(shown)
        }
      } catch {
        (isUnsaved, editFailure) = (true, error)
      }
    }
    isSaving = false
  }

  private func read() async {
    do {
      guard let document = try await collection.document(of: id) else {
        throw DocumentFailure.unknownDocument(id, kind: Content.frameKind.name)
      }
      show(document[keyPath: text])
      device = await markOfDevice() ?? device
      (isLoaded, readFailure) = (true, nil)
    } catch {
      readFailure = error
    }
  }

  /// The mark of this device, which takes an id with the first edit of a library.
  private func markOfDevice() async -> DeviceMark? {
    let library = collection.library
    return try? await library.worker.run {
      if let device = try library.device() { return device.mark }
      _ = try library.environment()
      return try library.device()?.mark
    }
  }

  private func show(_ text: ReplicatingText) {
    let shown = editing.shown
    if text.version == shown.version { return }
    if !text.sharesHistory(with: shown), !text.isEmpty, !shown.isEmpty {
      // Either the shown text was typed before `text` was read for the first time, or another
      // document has replaced the document of the shown text.
      if isLoaded, !isUnsaved, !isSaving {
        editing = TextEditing(text)
      } else {
        editing.arrived(text.merged(with: shown))
      }
    } else {
      editing.arrived(text)
    }
  }
}
