// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import Observation
import SwiftUI

// The code of Documentation/QuickStart.md, in its order.

struct Errand: ReplicatingModel, OrderedDocument {
  @Replicated(default: "") var title: String
  var notes = ReplicatingText()
  var place = ReplicatingRegister(default: FractionalIndex.unset)
  var newerFields = NewerFields()
  static let kind = "com.example.errand"
  static let fields = FieldList(("title", \Errand.$title), ("notes", \.notes), ("place", \.place))
}

@MainActor @Observable
final class Errands {
  let all: DocumentCollection<Errand>
  let live: LiveCollection<Errand>
  var failure: String?
  var syncFailure: String?

  init(_ all: DocumentCollection<Errand>) { (self.all, live) = (all, LiveCollection(all)) }

  static func opened(at file: URL) async throws -> Errands {
    try await Errands(Task.detached { try DocumentLibrary(at: file).collection() }.value)
  }

  @discardableResult
  func perform(_ body: @escaping @MainActor () async throws -> Void) -> Task<Void, Never> {
    Task { do { try await body() } catch { failure = error.localizedDescription } }
  }
}

struct ErrandList: View {
  let errands: Errands

  var body: some View {
    List {
      ForEach(errands.live.ids, id: \.self) { id in
        NavigationLink(value: id) { Text(errands.live[id]?.title ?? "") }
      }
      .onMove { errands.live.move(fromOffsets: $0, toOffset: $1) }
      .onDelete { offsets in
        let ids = offsets.map { errands.live.ids[$0] }
        errands.perform { for id in ids { try await errands.all.remove(id) } }
      }
    }
    .navigationDestination(for: UUID.self) { ErrandPage(id: $0, errands: errands) }
  }
}

struct ErrandPage: View {
  let id: UUID
  let errands: Errands
  @State private var notes: LiveText<Errand>?

  var body: some View {
    Form {
      if let notes { NotesEditor(notes: notes) }
    }
    .task { if notes == nil { notes = LiveText(\.notes, of: id, in: errands.all) } }
  }
}

struct NotesEditor: View {
  @Bindable var notes: LiveText<Errand>

  var body: some View {
    TextEditor(text: $notes.string).disabled(!notes.isLoaded)
    Button("Undo") { notes.undo() }.disabled(!notes.canUndo)
  }
}

extension Errands {
  func sync(with folder: String) async {
    do {
      let sync = try await Task.detached { [library = all.library] in
        try RemoteSync(library, with: FolderStore(path: folder), as: RemoteName("shared"))
      }.value
      for try await report in sync.watch() { syncFailure = report.stopped?.localizedDescription }
    } catch { failure = error.localizedDescription }
  }
}
