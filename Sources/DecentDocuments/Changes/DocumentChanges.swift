// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// The changes of a collection's documents from now on: by this app, by sync, by other processes.
///
/// Each element is a document that was added, changed or removed since it was
/// last an element. A slow reader gets several changes of a document as one
/// element. Nothing is kept for the reader meanwhile.
///
/// The sequence ends when its task is cancelled. It waits while the library cannot be read.
public struct DocumentChanges<Content: ReplicatingDocument>: AsyncSequence, Sendable {
  /// A document that was added, changed or removed, by its id.
  public typealias Element = UUID
  public typealias Failure = Never

  let library: DocumentLibrary
  /// The revision of the library when the sequence was made; nil if it could not be read.
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
      while !Task.isCancelled {
        if let id = ids.popLast() { return id }
        let count = library.changes.count
        if !read() { await library.waitForChange(beyond: count) }
      }
      return nil
    }

    /// - Returns: Whether something changed.
    private mutating func read() -> Bool {
      guard let known = revision else {
        revision = try? library.revision()
        return false
      }
      let changes = try? library.read { try ChangedDocuments(after: known, in: $0) }
      guard let changes else { return false }
      revision = changes.revision
      ids = changes.ids(of: Content.frameKind.code).reversed()
      return !ids.isEmpty
    }
  }
}

extension DocumentCollection {
  /// The changes of documents from now on.
  ///
  /// ```swift
  /// for await id in recipes.changes { print(try recipes.document(of: id)?.title.value ?? "") }
  /// ```
  public var changes: DocumentChanges<Content> {
    DocumentChanges(library: library, start: try? library.revision())
  }
}

extension DocumentLibrary {
  /// The revision of the last change of a document: a number that grows with every change.
  /// ``DocumentCollection/changes(after:)`` goes on from there.
  ///
  /// - Throws: A ``DatabaseFailure``.
  public func revision() throws -> Int {
    try read { try table(in: $0).lastRevision() }
  }

  /// The longest time before a look for changes that the system did not report.
  private static let longestWait = Duration.seconds(2)

  /// Waits until there are more than `count` changes, or until it is time to
  /// look for changes that the system did not report.
  func waitForChange(beyond count: Int) async {
    watch.start(path, noting: changes)
    let clock = ContinuousClock()
    await changes.wait(beyond: count, until: clock.now + Self.longestWait, on: clock)
  }
}
