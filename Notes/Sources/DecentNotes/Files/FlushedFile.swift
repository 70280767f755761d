// SPDX-License-Identifier: MIT

import Foundation

/// Files that survive a power failure.
package enum FlushedFile {
  /// Flushes an open file to the disk, and renames it in one step. Replaces a file that has the new
  /// name.
  ///
  /// - Throws: The system's reason.
  package static func move(_ path: String, openAs file: Int32, to newPath: String) throws {
    while fsync(file) != 0 {
      if errno == EINTR { continue }
      // Not every file system can flush a file.
      guard errno == EINVAL else { throw failure() }
      break
    }
    guard rename(path, newPath) == 0 else { throw failure() }
    flushFolder(of: newPath)
  }

  /// Flushes a new name in a folder to the disk, if the file system can.
  package static func flushFolder(of path: String) {
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// The error of the call just made.
  package static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
