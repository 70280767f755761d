// SPDX-License-Identifier: MIT

import Foundation
import Observation
import ReplicatingTypes

/// The documents of a collection, for a user interface that shows changes as they come.
///
/// ```swift
/// struct RecipeList: View {
///   @State var recipes: LiveCollection<Recipe>
///
///   var body: some View {
///     List(recipes.ids, id: \.self) { id in RecipeRow(id: id, recipes: recipes) }
///   }
/// }
///
/// struct RecipeRow: View {
///   let id: UUID
///   let recipes: LiveCollection<Recipe>
///
///   var body: some View { Text(recipes[id]?.title.value ?? "") }
/// }
/// ```
///
/// A view that reads a document observes that document alone: an edit of one document updates one
/// row. The view shows changes by sync and by other processes like changes by the app. Documents
/// are read on a queue of the library, never on the main actor. This object follows changes for as
/// long as it is kept. Once many other documents were read, it lets go of documents that no view
/// observes any longer. To find them, it updates the views of the observed documents.
@MainActor @Observable
public final class LiveCollection<Content: ReplicatingDocument> {
  /// The ids of all documents; empty until they are read for the first time. Documents of an
  /// ``OrderedDocument`` type are in their order. Other documents are in the order in which this
  /// device came to know them.
  public private(set) var ids: [UUID] = []

  /// Whether ``ids`` were read. Before that, ``ids`` are empty even if the collection has
  /// documents.
  public private(set) var isLoaded = false

  /// The error of the last attempt to read the ids, or nil if it succeeded.
  public private(set) var failure: (any Error)?

  /// The error of the move that ended last; nil if that move was stored, or if no move has ended.
  public private(set) var moveFailure: (any Error)?

  /// The documents that were asked for since `former` was last replaced.
  @ObservationIgnored private var cells: [UUID: LiveDocument<Content>] = [:]
  /// The documents that were asked for in the period before, and not since.
  @ObservationIgnored private var former: [UUID: LiveDocument<Content>] = [:]
  /// The number of cells made since `former` was last replaced.
  @ObservationIgnored private var made = 0
  @ObservationIgnored private var isToDrop = false
  @ObservationIgnored private let collection: DocumentCollection<Content>
  @ObservationIgnored private var following: Task<Void, Never>?
  /// The changed documents that `readChanges` has not looked at yet.
  @ObservationIgnored private var changed: Set<UUID> = []
  @ObservationIgnored private var isReading = false
  /// The number of moves that are shown in ``ids`` and are not stored yet.
  @ObservationIgnored private var movesToStore = 0

  /// Shows a collection.
  public init(_ collection: DocumentCollection<Content>) {
    self.collection = collection
    following = Task { [weak self] in
      let changes = await collection.changes
      await self?.readIDs()
      for await id in changes {
        guard let self else { return }
        take(id)
      }
      // The library was moved away, so reading fails from now on.
      await self?.readIDs()
    }
  }

  deinit {
    following?.cancel()
  }

  /// A document as it was read last; nil if the document does not exist, cannot be read, or was not
  /// read yet.
  ///
  /// The first access begins to read the document, and so does the first access after each change.
  public subscript(id: UUID) -> Content? { cell(of: id).content(in: collection) }

  /// The error of the last attempt to read a document, or nil if it succeeded.
  public func failure(of id: UUID) -> (any Error)? {
    let cell = cell(of: id)
    _ = cell.content(in: collection)
    return cell.failure
  }

  /// The number of documents held in memory.
  var heldCount: Int { cells.count + former.count }

  private func cell(of id: UUID) -> LiveDocument<Content> {
    if let cell = cells[id] { return cell }
    let known = former.removeValue(forKey: id)
    let cell = known ?? LiveDocument<Content>(id: id)
    cells[id] = cell
    if known == nil { made += 1 }
    // A view may be asking, and must not be told of a change meanwhile.
    if made > max(64, cells.count / 2), !isToDrop {
      isToDrop = true
      Task { [weak self] in self?.dropUnobserved() }
    }
    return cell
  }

  /// Drops the cells that were not asked for since the last call. Makes observers of the others ask
  /// again.
  private func dropUnobserved() {
    (former, cells, made, isToDrop) = (cells, [:], 0, false)
    for cell in former.values { cell.askObservers() }
  }

  private func take(_ id: UUID) {
    (cells[id] ?? former[id])?.noteChange()
    changed.insert(id)
    guard !isReading else { return }
    isReading = true
    Task { [weak self] in await self?.readChanges() }
  }

  /// Brings ``ids`` up to date with `changed`. Changes that arrive during a read are handled
  /// together.
  private func readChanges() async {
    while !changed.isEmpty {
      let (documents, shown) = (changed, ids)
      changed = []
      // After a failure, `ids` may lack any number of changes. Looking at many documents costs more
      // than reading all ids.
      var isRight = failure == nil && isLoaded && documents.count < 8
      if isRight {
        isRight =
          (try? await collection.library.worker.run { [collection] in
            try documents.allSatisfy { try collection.isRight(shown, about: $0) }
          }) ?? false
      }
      if !isRight || shown != ids { await readIDs() }
    }
    isReading = false
  }

  private func readIDs() async {
    do {
      let read = try await collection.ids()
      failure = nil
      isLoaded = true
      // The ids just read may lack moves that are not stored. Storing a move ends with another
      // read.
      if movesToStore == 0, read != ids { ids = read }
    } catch {
      failure = error
    }
  }
}

extension LiveCollection where Content: OrderedDocument {
  /// Moves documents to another place in the order, for a list in which people drag rows:
  ///
  /// ```swift
  /// ForEach(chores.ids, id: \.self) { … }
  ///   .onMove { chores.move(fromOffsets: $0, toOffset: $1) }
  /// ```
  ///
  /// ``ids`` shows the new order at once. Only the moved documents are edited. If one of these
  /// documents cannot be edited, no document is moved. Then ``ids`` shows the stored order again,
  /// and ``moveFailure`` is the error.
  ///
  /// A view that shows a part of ``ids``, such as a section, passes the ids that it shows. Documents
  /// that are dropped at the end of the part are put right behind its last document:
  ///
  /// ```swift
  /// ForEach(open, id: \.self) { … }
  ///   .onMove { chores.move(fromOffsets: $0, toOffset: $1, in: open) }
  /// ```
  ///
  /// In an `async` function, Swift chooses the `async` form of this call.
  ///
  /// - Parameters:
  ///   - source: The offsets in `part` of the documents to move.
  ///   - destination: The offset in `part` of the document before which the moved documents are
  ///     put; the number of ids for the end.
  ///   - part: Some of ``ids``, in their order; nil for all.
  /// - Returns: The task that stores the move. The task throws
  ///   ``DocumentFailure/unknownDocument(_:kind:)`` if a document no longer exists, and any error
  ///   that `DocumentCollection.edit(_:_:)` throws.
  /// - Complexity: O(*n*) expected, where *n* is the number of documents.
  @discardableResult
  public func move(
    fromOffsets source: IndexSet, toOffset destination: Int, in part: [UUID]? = nil
  ) -> Task<Void, any Error> {
    let (moved, next) = moveIDs(source, destination, in: part ?? ids)
    movesToStore += 1
    return Task {
      var failure: (any Error)?
      do {
        try await collection.library.transaction { [collection] in
          for id in moved { try collection.move(id, before: next) }
        }
      } catch {
        failure = error
      }
      movesToStore -= 1
      // A separate task reads the ids, so that they are read even if this task was cancelled.
      await Task { await readIDs() }.value
      moveFailure = failure
      if let failure { throw failure }
    }
  }

  /// Moves documents in ``ids``.
  ///
  /// - Returns: The moved documents, and the document that follows them; nil if they are last.
  private func moveIDs(
    _ source: IndexSet, _ destination: Int, in part: [UUID]
  ) -> (moved: [UUID], next: UUID?) {
    // A sync may have changed `ids` since the view drew the list.
    let known = Set(ids)
    let staying = part.indices.filter { !source.contains($0) && known.contains(part[$0]) }
    if staying.isEmpty { return ([], nil) }
    let moved = part.indices.filter { source.contains($0) && known.contains(part[$0]) }
      .map { part[$0] }
    let others = ids.filter { [leaving = Set(moved)] in !leaving.contains($0) }
    var place = others.endIndex
    if let next = staying.first(where: { $0 >= destination }) {
      place = others.firstIndex(of: part[next]) ?? place
    } else if let last = staying.last, let index = others.firstIndex(of: part[last]) {
      place = index + 1
    }
    ids = others[..<place] + moved + others[place...]
    return (moved, place < others.endIndex ? others[place] : nil)
  }

  /// Moves documents like the form without `await`, and waits until the move is stored.
  ///
  /// ```swift
  /// try await chores.move(fromOffsets: [2], toOffset: 0)
  /// ```
  ///
  /// - Throws: The errors of the task that the form without `await` returns.
  public func move(
    fromOffsets source: IndexSet, toOffset destination: Int, in part: [UUID]? = nil
  ) async throws {
    let stored: Task<Void, any Error> = move(
      fromOffsets: source, toOffset: destination, in: part)
    try await stored.value
  }
}

extension DocumentCollection {
  /// Whether a list of ids is right about the existence of a document, and about the document's
  /// neighbours in the order.
  fileprivate func isRight(_ ids: [UUID], about id: UUID) throws -> Bool {
    let isThere = try exists(id)
    guard let place = ids.firstIndex(of: id) else { return !isThere }
    return try isThere
      && stands(
        id, after: place > 0 ? ids[place - 1] : nil,
        before: place + 1 < ids.count ? ids[place + 1] : nil)
  }
}

/// A document that views observe.
@MainActor @Observable
private final class LiveDocument<Content: ReplicatingDocument> {
  private let id: UUID
  /// The content as it was read last; nil if that read failed, or if no document was read.
  private var content: Content?
  private(set) var failure: (any Error)?
  /// A number that views observe. An increment makes them ask for the document.
  private var questions = 0
  @ObservationIgnored private var isUpToDate = false
  @ObservationIgnored private var isReading = false

  init(id: UUID) {
    self.id = id
  }

  func noteChange() {
    isUpToDate = false
    questions += 1
  }

  /// Makes observers ask for the document, which has not changed.
  func askObservers() { questions += 1 }

  /// The content as it was read last. Begins to read the document unless `isUpToDate`.
  func content(in collection: DocumentCollection<Content>) -> Content? {
    _ = questions
    if !isUpToDate, !isReading {
      isReading = true
      Task { await read(from: collection) }
    }
    return content
  }

  private func read(from collection: DocumentCollection<Content>) async {
    while !isUpToDate {
      isUpToDate = true
      do {
        content = try await collection.document(of: id)
        failure = nil
      } catch {
        (content, failure) = (nil, error)
      }
    }
    isReading = false
  }
}
