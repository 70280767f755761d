// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// The exchange of documents with replicas that are no devices, such as a page in a browser. The
/// library takes in the edits of such a replica as its own, and sync sends them on.
extension DocumentCollection {
  /// Takes the edits of another replica into a document, and answers with the edits that the
  /// replica lacks.
  ///
  /// ```swift
  /// let answer = try recipes.exchange(id, with: request)
  /// ```
  ///
  /// Requests may be repeated and come in any order. A delta from the empty version makes a
  /// document that does not exist.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - theirs: The other side of the exchange.
  ///   - change: Merges the edits by calling its last argument. It may look at the document before
  ///     and after the merge, or refuse the edits by throwing. Its second argument is the version
  ///     of the other side. It is also called for an exchange without edits if the document exists:
  ///     merging does nothing then.
  /// - Returns: This library's side. Its version is empty if there is no such document.
  /// - Throws: An ``ExchangeFailure``, the errors of `change`, and the errors of `edit(_:_:)`.
  ///   Nothing was changed then.
  public func exchange(
    _ id: UUID, with theirs: DocumentExchange,
    _ change: (
      inout Content, _ theirs: Content.Version, _ merge: (inout Content) throws -> Void
    ) throws -> Void = { document, _, merge in try merge(&document) }
  ) throws -> DocumentExchange {
    let decoded = try DecodedExchange<Content>(theirs)
    var answer = DocumentExchange()
    func exchange(_ content: inout Content) throws {
      try library.connection.editing { try change(&content, decoded.version, decoded.merge) }
      answer = try decoded.answer(of: content)
    }
    if decoded.hasEdits {
      try library.write { database in
        _ = try self.change(id, in: database, exchange)
        try checkPresence(of: id)
      }
    } else {
      try library.read { database in
        let table = library.table(in: database)
        if var content = try table.content(of: document(id), as: Content.self) {
          try exchange(&content)
        } else {
          try checkPresence(of: id)
        }
      }
    }
    return answer
  }

  private func checkPresence(of id: UUID) throws {
    if try wasEverRemoved(id) && !exists(id) { throw ExchangeFailure.removed }
  }

  /// Takes in another replica's removals of a document, and answers with the removals that the
  /// replica lacks.
  ///
  /// - Throws: As ``exchange(_:with:_:)``.
  public func exchangeRemoval(
    of id: UUID, with theirs: DocumentExchange
  ) throws -> DocumentExchange {
    let decoded = try DecodedExchange<DocumentRemoval>(theirs)
    let place = DocumentPlace(code: Content.frameKind.code, id: id)
    guard decoded.hasEdits else {
      return try library.read { database in
        try library.table(in: database).content(of: place.removal, as: DocumentRemoval.self)
          .map(decoded.answer) ?? DocumentExchange()
      }
    }
    return try library.write { database in
      var answer = DocumentExchange()
      try take(removalOf: place, in: library.table(in: database)) { removal in
        try decoded.merge(into: &removal)
        answer = try decoded.answer(of: removal)
      }
      return answer
    }
  }

  private func take(
    removalOf place: DocumentPlace, in table: DocumentTable,
    _ change: (inout DocumentRemoval) throws -> Void
  ) throws {
    let removals = RemovalTable(table: table)
    let wasRemoved = try removals.isRemoved(place)
    guard try removals.change(place, by: .here, change) else { return }
    do {
      try removals.settle(place, as: Content.self, after: wasRemoved)
    } catch  where error.isOfUnreadableDocument {
      // The damaged document is dropped after its repair.
    }
    try updateIndexes(in: table)
  }
}
