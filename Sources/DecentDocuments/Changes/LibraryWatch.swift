// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization

/// Notices the writes of other processes to a library. The watch begins when a task first waits for news.
final class LibraryWatch: Sendable {
  private struct State {
    var watch: FolderWatch?
    /// The remaining times from one look to the next, after the last report of the system.
    var pauses: ArraySlice<Int> = []
  }

  private let state = Mutex(State())

  /// The times from one look to the next after a report of the system, in milliseconds.
  ///
  /// The system reports a transaction when its bytes are written. Other connections see the
  /// transaction only once it is flushed to the disk, and the system does not report that.
  private static let pauses = [4, 8, 16, 32, 64, 128, 256]

  /// Watches the folder of a library, and its files that are written in place. Called before each read, since
  /// these files may be replaced.
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
  /// The folder of the library, and its files that are written in place.
  var watchedPaths: [String] {
    [(path as NSString).deletingLastPathComponent, path, "\(path)-wal"]
  }

  /// The longest time before a look for changes that the system did not report.
  private static let longestWait = Duration.seconds(2)

  /// Calls `read` on the queue of the library until it returns news: at once, after each change, and now and then.
  ///
  /// - Returns: The news; nil if the task was cancelled, or the library's file was moved away.
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
