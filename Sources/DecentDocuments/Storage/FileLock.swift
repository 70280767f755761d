// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that one process at a time holds on a file, until it is done or
/// ends.
package enum FileLock {
  /// Waits for the lock on a file, which is made if it is not there, and runs
  /// `body` with it.
  package static func hold(_ path: String, _ body: () throws -> Void) throws {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DatabaseFailure(systemError: errno, path: path) }
    // Closing it releases the lock.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        throw DatabaseFailure(code: .disk, path: path, detail: String(cString: strerror(errno)))
      }
    }
    try body()
  }
}
