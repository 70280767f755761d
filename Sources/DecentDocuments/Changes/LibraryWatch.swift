// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization

/// Notices that another process writes to a library, once somebody waits for changes.
final class LibraryWatch: Sendable {
  private let watch = Mutex<FolderWatch?>(nil)

  /// Begins to watch the files of a library, if that was not done.
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
