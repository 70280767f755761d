// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization

/// Notices the writes of other processes to a library. The watch begins when a
/// task first waits for changes.
final class LibraryWatch: Sendable {
  private let watch = Mutex<FolderWatch?>(nil)

  /// Begins to watch the files of a library, unless that was done.
  func start(_ path: String, noting changes: ChangeCounter) {
    let folder = (path as NSString).deletingLastPathComponent
    watch.withLock { watch in
      guard watch == nil else { return }
      let new = FolderWatch { changes.notify() }
      new.add(folder)
      watch = new
    }
  }
}
