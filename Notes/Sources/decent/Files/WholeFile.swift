// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// Files that appear whole or not at all. A file is written under a hidden name, then renamed in
/// one step.
///
/// The writer holds a lock on the hidden file. So a hidden file without a lock was left by a
/// writer that was killed.
enum WholeFile {
  private static let prefix = ".decent-"
  private static let suffix = ".part"

  /// Writes a file, and flushes it to the disk. Replaces an existing file; of a link that leads to a
  /// file, the file. The new file has the permissions of the old one.
  static func write(_ content: Data, to path: String) throws {
    let path = MarkdownFiles.place(of: path)
    let folder = (path as NSString).deletingLastPathComponent
    let hidden =
      "\(folder)/\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 16))\(suffix)"
    let file = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FlushedFile.failure() }
    defer { close(file) }
    do {
      // On file systems without locks, the hidden files of killed writers are never removed.
      _ = flock(file, LOCK_EX | LOCK_NB)
      var old = stat()
      if lstat(path, &old) == 0, old.st_mode & S_IFMT == S_IFREG {
        _ = fchmod(file, old.st_mode & 0o7777)
      }
      try write(content, to: file)
      try FlushedFile.move(hidden, openAs: file, to: path)
    } catch {
      unlink(hidden)
      throw error
    }
  }

  private static func write(_ content: Data, to file: Int32) throws {
    try content.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count >= 0 || errno == EINTR else { throw FlushedFile.failure() }
        rest = rest.dropFirst(max(count, 0))
      }
    }
  }

  /// Removes a file if a killed writer left it.
  static func removeIfLeft(_ name: String, in folder: String) {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return }
    let path = "\(folder)/\(name)"
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      flock(file, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }
}
