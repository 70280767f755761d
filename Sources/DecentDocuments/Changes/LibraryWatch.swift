// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization

/// Notices writes of other processes to a library. The watch begins when a task first waits for a
/// change.
final class LibraryWatch: Sendable {
  private struct State {
    var watch: FolderWatch?
    /// The pauses that are still to come after the last report of the system, in milliseconds.
    var pauses: ArraySlice<Int> = []
  }

  private let state = Mutex(State())

  /// The pauses between the looks at a library after a report of the system, in milliseconds.
  ///
  /// The system reports a transaction when the bytes are written. Other connections see the
  /// transaction only after the flush to the disk, which the system does not report.
  private static let pauses = [4, 8, 16, 32, 64, 128, 256]

  /// Watches the folder of a library, and also the database files, because SQLite writes them in
  /// place. Called before each read, because these files may have been replaced.
  func keepWatching(_ library: DocumentLibrary) {
    let changes = library.changes
    state.withLock { state in
      let watch = state.watch ?? FolderWatch { [weak self] in self?.look(noting: changes) }
      library.watchedPaths.forEach(watch.add)
      state.watch = watch
    }
  }

  /// Wakes the waiting tasks now, and after each pause.
  private func look(noting changes: ChangeCounter) {
    changes.notify()
    let isLooking = state.withLock { state in
      defer { state.pauses = Self.pauses[...] }
      return !state.pauses.isEmpty
    }
    if isLooking { return }
    Task {
      while let pause = state.withLock({ $0.pauses.popFirst() }) {
        try? await Task.sleep(for: .milliseconds(pause))
        changes.notify()
      }
    }
  }
}

extension DocumentLibrary {
  /// The paths of the library's folder, file and write-ahead log.
  var watchedPaths: [String] {
    [(path as NSString).deletingLastPathComponent, path, "\(path)-wal"]
  }

  /// The longest time before a look for changes that the system did not report.
  private static let longestWait = Duration.seconds(2)

  /// Calls `read` on the queue of the library until `read` returns news: at once, after each
  /// change, and at least every two seconds.
  ///
  /// - Returns: The news; nil if the task was cancelled, or the file was moved away or removed.
  func next<News: Sendable>(_ read: @Sendable () throws -> News?) async -> News? {
    while !Task.isCancelled {
      let count = changes.count
      do {
        let news = try await worker.run {
          watch.keepWatching(self)
          return try read()
        }
        if let news { return news }
      } catch let failure as DatabaseFailure where failure.code == .moved {
        return nil
      } catch {
        // A library that cannot be read now may be readable later.
      }
      let clock = ContinuousClock()
      await changes.wait(beyond: count, until: clock.now + Self.longestWait, on: clock)
    }
    return nil
  }
}
