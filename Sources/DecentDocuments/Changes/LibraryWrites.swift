// SPDX-License-Identifier: MIT

/// The writes to a library from now on: by this app, by sync, by other processes.
///
/// Each element says that something was written since the last element: documents, tables of the
/// app's own, or the books of sync. A slow reader gets several writes as one element. Nothing is
/// kept for the reader meanwhile.
///
/// The sequence ends when its task is cancelled. It waits while the library cannot be read.
public struct LibraryWrites: AsyncSequence, Sendable {
  public typealias Element = Void
  public typealias Failure = Never

  let library: DocumentLibrary
  /// The state of the library when the sequence was made; nil if it could not be read.
  let start: Database.State?

  public func makeAsyncIterator() -> Iterator { Iterator(library: library, known: start) }

  /// An iterator.
  public struct Iterator: AsyncIteratorProtocol {
    let library: DocumentLibrary
    var known: Database.State?

    public mutating func next() async -> Void? {
      await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
      while !Task.isCancelled {
        let count = library.changes.count
        if let state = try? library.state(), state != known {
          known = state
          return ()
        }
        await library.waitForChange(beyond: count)
      }
      return nil
    }
  }
}

extension DocumentLibrary {
  /// The writes to the library from now on.
  ///
  /// ```swift
  /// for await _ in library.writes { show(try library.status(of: remote)) }
  /// ```
  ///
  /// ``DocumentCollection/changes`` tells which documents changed.
  public var writes: LibraryWrites { LibraryWrites(library: self, start: try? state()) }

  func state() throws -> Database.State { try read { try $0.state() } }
}
