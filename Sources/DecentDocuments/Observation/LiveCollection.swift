// SPDX-License-Identifier: MIT

import Foundation
import Observation
import ReplicatingTypes

/// The documents of a collection for a user interface, which shows them anew as they change.
///
/// ```swift
/// struct RecipeList: View {
///   @State var recipes: LiveCollection<Recipe>
///
///   var body: some View {
///     List(recipes.ids, id: \.self) { id in Text(recipes[id]?.title.value ?? "") }
///   }
/// }
/// ```
///
/// Changes by sync and by other processes are shown like those of the app. The
/// collection follows changes for as long as it is kept.
@MainActor @Observable
public final class LiveCollection<Content: ReplicatingDocument> {
  /// The ids of all documents. Those that this device has known longest come first.
  public private(set) var ids: [UUID] = []

  /// The error of the last attempt to read the ids, or nil if it succeeded.
  public private(set) var failure: (any Error)?

  /// The number of document changes. Views observe it in place of
  /// ``documents``, which change while a view reads them.
  private var changeCount = 0
  /// The documents read so far.
  @ObservationIgnored private var documents: [UUID: Content] = [:]
  @ObservationIgnored private let collection: DocumentCollection<Content>
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Shows a collection.
  public init(_ collection: DocumentCollection<Content>) {
    self.collection = collection
    let changes = collection.changes
    readIDs()
    following = Task { [weak self] in
      for await id in changes {
        guard let self else { return }
        take(id)
      }
    }
  }

  deinit {
    following?.cancel()
  }

  /// A document as it is at this moment, or nil if there is none or it cannot be read.
  ///
  /// It is read at the first access, and kept until it changes.
  public subscript(id: UUID) -> Content? {
    _ = changeCount
    if let document = documents[id] { return document }
    let document = try? collection.document(of: id)
    documents[id] = document
    return document
  }

  private func take(_ id: UUID) {
    // It is read again when it is shown.
    documents[id] = nil
    changeCount += 1
    let isThere = (try? collection.exists(id)) ?? true
    if ids.contains(id) != isThere { readIDs() }
  }

  private func readIDs() {
    do {
      ids = try collection.ids()
      failure = nil
    } catch {
      failure = error
    }
  }
}
