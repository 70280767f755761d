// SPDX-License-Identifier: MIT

/// The few things that ``FolderStore`` asks of a file system, one system call
/// or so each, so that tests can fail or stop at every one of them.
package protocol FileSystem: Sendable {
  /// What stands at a path, links not followed; nil if nothing does.
  func item(at path: String) throws(SystemCallFailure) -> FileItem?

  /// The names in a folder, without `.` and `..` and those that are not UTF-8.
  func names(in folder: String) throws(SystemCallFailure) -> [String]

  /// How many seconds ago a file was changed last; less than 0 if its clock is
  /// ahead of ours.
  func age(of path: String) throws(SystemCallFailure) -> Int

  /// Makes a folder whose parent exists.
  func makeFolder(_ path: String) throws(SystemCallFailure)

  /// Reads a file whole.
  func read(_ path: String) throws(SystemCallFailure) -> [UInt8]

  /// Writes a file that must not exist before, not necessarily to the disk.
  ///
  /// When it throws, the file may exist in part.
  func write(_ bytes: [UInt8], toNew path: String) throws(SystemCallFailure)

  /// Waits until a file's contents, or a folder's names, are on the disk.
  func synchronize(_ path: String) throws(SystemCallFailure)

  /// Renames a file in one step; what had the new name is gone.
  func move(_ path: String, replacing newPath: String) throws(SystemCallFailure)

  /// Gives a file a second name in one step, unless that is taken.
  func link(_ path: String, toNew newPath: String) throws(SystemCallFailure)

  /// Removes a file.
  func remove(_ path: String) throws(SystemCallFailure)
}

/// What stands at a path.
package enum FileItem: Hashable, Sendable {
  /// A regular file, with its size in bytes.
  case file(size: Int)
  /// A folder.
  case folder
  /// A symbolic link, a device or the like.
  case other
}

/// A call to the file system failed.
package struct SystemCallFailure: Error, Hashable, Sendable {
  /// The call, such as `open`.
  package let call: String
  /// The path it was about.
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
