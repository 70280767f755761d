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
/// Changes by sync and by other processes are shown like changes by the app. The collection follows
/// changes for as long as it is kept.
@MainActor @Observable
public final class LiveCollection<Content: ReplicatingDocument> {
  /// The ids of all documents. An ``OrderedDocument`` gives the order; other documents are in the
  /// order in which this device came to know them.
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
      // The library was moved away, which is a failure from now on.
      self?.readIDs()
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
    // The document is read again when it is shown.
    documents[id] = nil
    changeCount += 1
    if (try? isShown(id)) != true { readIDs() }
  }

  /// Whether the ids are right about a document: whether it exists, and between which neighbours.
  private func isShown(_ id: UUID) throws -> Bool {
    let isThere = try collection.exists(id)
    guard let place = ids.firstIndex(of: id) else { return !isThere }
    return try isThere
      && collection.stands(
        id, after: place > 0 ? ids[place - 1] : nil,
        before: place + 1 < ids.count ? ids[place + 1] : nil)
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

extension LiveCollection where Content: OrderedDocument {
  /// Moves documents to another place in the order, as a list does in which people drag rows:
  ///
  /// ```swift
  /// ForEach(chores.ids, id: \.self) { … }
  ///   .onMove { try? chores.move(fromOffsets: $0, toOffset: $1) }
  /// ```
  ///
  /// Only the moved documents are edited. ``ids`` shows the new order at once.
  ///
  /// - Parameters:
  ///   - source: Offsets in ``ids``.
  ///   - destination: The offset in ``ids`` of the document before which they are put; the number
  ///     of ids for the end.
  /// - Throws: ``DocumentFailure/unknownDocument(_:kind:)`` if one was removed meanwhile, and as
  ///   ``DocumentCollection/edit(_:_:)``. Nothing is moved then.
  /// - Complexity: O(*n* log *n*) in the documents.
  public func move(fromOffsets source: IndexSet, toOffset destination: Int) throws {
    let moved = source.map { ids[$0] }
    let next = (destination..<ids.count).first { !source.contains($0) }.map { ids[$0] }
    try collection.library.transaction {
      for id in moved { try collection.move(id, before: next) }
    }
    readIDs()
  }
}
