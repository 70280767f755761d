// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's own file system.
package struct SystemFiles: FileSystem {
  /// Makes the file system.
  package init() {}

  package func item(at path: String) throws(SystemCallFailure) -> FileItem? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw failure("stat", path) }
      return nil
    }
    return Self.item(of: status)
  }

  package func age(of path: String) throws(SystemCallFailure) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw failure("stat", path) }
    #if canImport(Darwin)
      return time(nil) - status.st_mtimespec.tv_sec
    #else
      return time(nil) - status.st_mtim.tv_sec
    #endif
  }

  package func names(in folder: String) throws(SystemCallFailure) -> [String] {
    guard let stream = opendir(folder) else { throw failure("opendir", folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw failure("readdir", folder) }
    return names
  }

  package func makeFolder(_ path: String) throws(SystemCallFailure) {
    guard mkdir(path, 0o777) == 0 else { throw failure("mkdir", path) }
  }

  package func remove(_ path: String) throws(SystemCallFailure) {
    guard unlink(path) == 0 else { throw failure("unlink", path) }
  }

  package func move(_ path: String, replacing newPath: String) throws(SystemCallFailure) {
    guard rename(path, newPath) == 0 else { throw failure("rename", newPath) }
  }

  package func link(_ path: String, toNew newPath: String) throws(SystemCallFailure) {
    let result = linkat(AT_FDCWD, path, AT_FDCWD, newPath, 0)
    guard result == 0 else { throw failure("link", newPath) }
  }

  static func item(of status: stat) -> FileItem {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file(size: Int(status.st_size))
    case S_IFDIR: .folder
    default: .other
    }
  }
}

/// The error of the call just made.
func failure(_ call: String, _ path: String) -> SystemCallFailure {
  SystemCallFailure(call: call, path: path, code: errno)
}
