// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that one process at a time holds on a file, until it releases it or
/// ends.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock.
  init(at path: String) throws(DatabaseFailure) {
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw DatabaseFailure(code: .denied, path: path, detail: String(cString: strerror(errno)))
    }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        throw DatabaseFailure(code: .disk, path: path, detail: String(cString: strerror(errno)))
      }
    }
  }

  /// Lets the next process have it.
  consuming func release() {
    close(descriptor)
  }
}
