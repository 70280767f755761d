// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization

/// Notices the writes of other processes to a library. The watch begins when a
/// task first waits for changes.
final class LibraryWatch: Sendable {
  private struct State {
    var watch: FolderWatch?
    /// The remaining times between looks, after the last report of the system.
    var pauses: ArraySlice<Int> = []
  }

  private let state = Mutex(State())

  /// The times from one look to the next after a report of the system, in milliseconds.
  ///
  /// The system reports a transaction when its bytes are written. Other connections see them only
  /// once they are on the disk, and the system does not report that.
  private static let pauses = [4, 8, 16, 32, 64, 128, 256]

  /// Begins to watch the files of a library. Does nothing if they are watched.
  func start(_ path: String, noting changes: ChangeCounter) {
    let folder = (path as NSString).deletingLastPathComponent
    state.withLock { state in
      guard state.watch == nil else { return }
      let new = FolderWatch { [weak self] in self?.look(noting: changes) }
      new.add(folder)
      state.watch = new
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
