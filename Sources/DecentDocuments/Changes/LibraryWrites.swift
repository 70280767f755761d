// SPDX-License-Identifier: MIT

/// The writes to a library from now on: by this app, by sync, by other processes.
///
/// Each element says that something was written since the last element: documents, tables of the
/// app's own, or the sync state. A slow reader gets several writes as one element. No elements are
/// buffered for the reader. A transaction that was rolled back is no write.
///
/// The sequence reads on the queue of the library, and keeps the library open. It ends when its
/// task is cancelled, or when the library's file was moved away or removed. It waits while the
/// library cannot be read.
public struct LibraryWrites: AsyncSequence, Sendable {
  public typealias Element = Void
  public typealias Failure = Never

  let library: DocumentLibrary
  /// The state of the library when the sequence was made; nil if the library could not be read.
  let start: LibraryState?

  public func makeAsyncIterator() -> Iterator { Iterator(library: library, known: start) }

  /// An iterator.
  public struct Iterator: AsyncIteratorProtocol {
    let library: DocumentLibrary
    var known: LibraryState?

    public mutating func next() async -> Void? {
      await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
      let state = await library.next { [library, known] in
        let state = try library.connection.libraryState()
        return state == known ? nil : state
      }
      guard let state else { return nil }
      known = state
      return ()
    }
  }
}

extension DocumentLibrary {
  /// The writes to the library from now on. Getting the property reads the library on its queue.
  ///
  /// ```swift
  /// for await _ in await library.writes { show(try await library.status(of: remote)) }
  /// ```
  ///
  /// ``DocumentCollection/changes`` has the ids of the documents that changed.
  public var writes: LibraryWrites {
    get async {
      let start = try? await worker.run { try self.connection.libraryState() }
      return LibraryWrites(library: self, start: start)
    }
  }
}
