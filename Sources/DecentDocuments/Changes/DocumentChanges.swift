// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// The changes of a collection's documents from now on: by this app, by sync, by other processes.
///
/// Each element is the id of a document that was added, changed or removed. A slow reader gets
/// several changes of a document as one element.
///
/// The sequence reads on the queue of the library, and keeps the library open. It ends when its
/// task is cancelled, or when the library's file was moved away or removed. It waits while the
/// library cannot be read.
public struct DocumentChanges<Content: ReplicatingDocument>: AsyncSequence, Sendable {
  /// The id of a document that was added, changed or removed.
  public typealias Element = UUID
  public typealias Failure = Never

  let library: DocumentLibrary
  /// The revision of the library when the sequence was made; nil if the library could not be read.
  let start: Int?

  public func makeAsyncIterator() -> Iterator { Iterator(library: library, revision: start) }

  /// An iterator.
  public struct Iterator: AsyncIteratorProtocol {
    let library: DocumentLibrary
    var revision: Int?
    private var ids: [UUID] = []

    init(library: DocumentLibrary, revision: Int?) {
      self.library = library
      self.revision = revision
    }

    public mutating func next() async -> UUID? {
      await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> UUID? {
      while true {
        if Task.isCancelled { return nil }
        if let id = ids.popLast() { return id }
        guard
          let news = await library.next({ [library, revision] in
            try Self.news(of: library, after: revision)
          })
        else { return nil }
        (revision, ids) = news
      }
    }

    /// The revision of the last change, and the ids of the documents changed since the known
    /// revision, the latest first. Nil if no document was changed.
    private static func news(
      of library: DocumentLibrary, after known: Int?
    ) throws -> (revision: Int, ids: [UUID])? {
      guard let known else { return (try library.revision(), []) }
      let changes = try library.read { database in
        // An earlier state may have been put back, as from a backup. Any document may differ then.
        let isKnown = try known <= DocumentTable.lastRevision(in: database)
        return try ChangedDocuments(after: isKnown ? known : 0, in: database)
      }
      if changes.isEmpty { return nil }
      return (changes.revision, changes.ids(of: Content.frameKind.code).reversed())
    }
  }
}

extension DocumentCollection {
  /// The changes of documents from now on. Getting the property reads the library on its queue.
  ///
  /// ```swift
  /// for await id in await recipes.changes { show(try await recipes.document(of: id)) }
  /// ```
  public var changes: DocumentChanges<Content> {
    get async { DocumentChanges(library: library, start: try? await library.revision()) }
  }
}

extension DocumentLibrary {
  /// The revision of the last change of a document: a number that grows with every change.
  /// `changes(after:)` returns the changes after a revision.
  ///
  /// - Throws: A ``DatabaseFailure``.
  public func revision() throws -> Int {
    try read { try table(in: $0).lastRevision() }
  }
}
