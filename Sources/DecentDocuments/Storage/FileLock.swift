// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock on a file, held by one process at a time until it releases the lock or ends.
package enum FileLock {
  /// Waits for the lock on a file and runs `body` with it. Creates the file if it is absent.
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
