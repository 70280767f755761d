// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// The exchange of documents with replicas that are no devices, such as a page in a browser. The
/// library treats the edits of such a replica as edits made here: sync sends them on.
extension DocumentCollection {
  /// Takes the edits of another replica into a document, and answers with the edits that the other
  /// replica lacks.
  ///
  /// ```swift
  /// let answer = try recipes.exchange(id, with: request)
  /// ```
  ///
  /// Requests may be repeated and come in any order. If the document does not exist, a delta from
  /// the empty version makes it.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - theirs: The other side of the exchange.
  ///   - change: Merges the edits by calling its argument `merge`. May look at the document
  ///     before and after the merge, or refuse the edits by throwing. Its argument `theirs` is the
  ///     version of the other side. If the document exists, `change` is also called for an exchange
  ///     without edits: `merge` does nothing then. If `change` itself edits the document in such an
  ///     exchange, the library calls `change` again, and stores its edits.
  /// - Returns: This library's side. The version is empty if there is no such document.
  /// - Throws: An ``ExchangeFailure``, the errors of `change`, and the errors of any call that
  ///   changes something (``DocumentCollection``). Nothing was changed then.
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
    let isOnlyRead =
      try !decoded.hasEdits
      && library.read { database in
        let table = library.table(in: database)
        guard var content = try table.content(of: document(id), as: Content.self) else {
          try checkPresence(of: id)
          return true
        }
        let version = content.version
        try exchange(&content)
        return content.version == version
      }
    if !isOnlyRead {
      try library.write { database in
        // Edits of `change` alone make no document that was removed since the reading.
        if try decoded.hasEdits || exists(id) {
          _ = try self.change(id, in: database, exchange)
        } else {
          answer = DocumentExchange()
        }
        try checkPresence(of: id)
      }
    }
    return answer
  }

  private func checkPresence(of id: UUID) throws {
    if try wasEverRemoved(id) && !exists(id) { throw ExchangeFailure.removed }
  }

  /// Takes in another replica's removals of a document, and answers with the removals that the
  /// other replica lacks.
  ///
  /// - Throws: The errors of ``exchange(_:with:_:)``.
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
      // A repair drops the damaged document, if the removal covers it.
    }
    try updateIndexes(in: table)
  }
}
