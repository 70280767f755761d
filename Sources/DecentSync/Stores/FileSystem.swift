// SPDX-License-Identifier: MIT

/// The few operations that ``FolderStore`` needs of a file system. Each operation makes about one
/// system call, so that a test can make any single call fail, or stop the program there.
package protocol FileSystem: Sendable {
  /// The item at a path, without following links, or nil if there is none.
  func item(at path: String) throws(SystemCallFailure) -> FileItem?

  /// The names in a folder, without `.` and `..`. U+FFFD replaces bytes that are not UTF-8.
  func names(in folder: String) throws(SystemCallFailure) -> [String]

  /// The seconds since the last change of a file. Negative if the clock that stamped the file is
  /// ahead of the system's clock.
  func age(of path: String) throws(SystemCallFailure) -> Int

  /// Makes a folder whose parent exists.
  func makeFolder(_ path: String) throws(SystemCallFailure)

  /// Reads a file whole.
  func read(_ path: String) throws(SystemCallFailure) -> [UInt8]

  /// Writes a file that must not exist before. The bytes need not be flushed to the disk.
  ///
  /// The file may exist in part after an error.
  func write(_ bytes: [UInt8], toNew path: String) throws(SystemCallFailure)

  /// Waits until a file's contents, or a folder's names, are flushed to the disk.
  func synchronize(_ path: String) throws(SystemCallFailure)

  /// Renames a file in one step. Replaces a file that has the new name.
  func move(_ path: String, replacing newPath: String) throws(SystemCallFailure)

  /// Gives a file a second name in one step. Fails if the name is taken.
  func link(_ path: String, toNew newPath: String) throws(SystemCallFailure)

  /// Removes a file.
  func remove(_ path: String) throws(SystemCallFailure)
}

/// The item at a path.
package enum FileItem: Hashable, Sendable {
  /// A regular file, with its size in bytes.
  case file(size: Int)
  /// A folder.
  case folder
  /// A symbolic link, a device or the like.
  case other
}

/// The failure of a call to the file system.
package struct SystemCallFailure: Error, Hashable, Sendable {
  /// The call, such as `open`.
  package let call: String
  /// The path that the call concerned.
  package let path: String
  /// The system's error number.
  package let code: Int32

  /// Makes the error.
  package init(call: String, path: String, code: Int32) {
    self.call = call
    self.path = path
    self.code = code
  }
}
