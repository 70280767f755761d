// SPDX-License-Identifier: MIT

import Foundation

/// The kind of file at a path, links followed.
///
/// The kind is checked before a file is opened: opening a pipe may wait for ever.
enum FileKind: Equatable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// Anything else, with its name in messages.
  case special(String)

  /// Looks at a path.
  ///
  /// - Throws: The reason why the kind is unknown.
  init(at path: String) throws(CommandFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.failure(errno, at: path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .special("a pipe")
    case S_IFSOCK: self = .special("a socket")
    default: self = .special("a device")
    }
  }

  private static func failure(_ code: Int32, at path: String) -> CommandFailure {
    guard code == ENOENT || code == ENOTDIR else {
      return .unreadableFile(path, reason: SystemReason.words(of: code))
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      // U+FFFD stands for the bytes of a name that are not UTF-8.
      guard path.unicodeScalars.contains("\u{fffd}") else { return .missingFile(path) }
      return .unreadableFile(
        path, reason: "there is no such file, or its name is not UTF-8; rename it")
    }
    return .unreadableFile(path, reason: "it is a link to what is not there")
  }
}
