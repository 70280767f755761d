// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// Files beside a library. Only the owner of such a file can open it.
enum PrivateFile {
  /// Adds text at the end of a file, and makes the file if it is absent.
  ///
  /// - Throws: The system's reason. The file may have a part of the text then.
  static func append(_ text: String, to path: String) throws {
    try write(Data(text.utf8), to: path, O_APPEND).close()
  }

  /// Writes a file whole or not at all, and flushes it to the disk. Replaces an existing file.
  ///
  /// - Throws: The system's reason.
  static func replace(_ path: String, with content: Data) throws {
    let new = path + ".new"
    unlink(new)
    let file = try write(content, to: new, O_EXCL)
    try FlushedFile.move(new, openAs: file.fileDescriptor, to: path)
    try file.close()
  }

  /// Removes a file if it is there.
  ///
  /// - Throws: The system's reason.
  static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw FlushedFile.failure() }
  }

  private static func write(_ content: Data, to path: String, _ flag: Int32) throws -> FileHandle {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o600)
    guard descriptor >= 0 else { throw FlushedFile.failure() }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try file.write(contentsOf: content)
    return file
  }
}
