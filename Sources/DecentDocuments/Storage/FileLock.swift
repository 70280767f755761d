// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock on a file, held by one object at a time. The lock is free once the object is released or
/// its process has ended.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock on a file, or returns nil if another object holds the lock. Creates the file if
  /// it is absent.
  package convenience init?(free path: String) throws(DatabaseFailure) {
    try self.init(path, LOCK_EX | LOCK_NB)
  }

  /// Waits for the lock on a file and runs `body` with it. Creates the file if it is absent.
  package static func hold(_ path: String, _ body: () throws -> Void) throws {
    let lock = try FileLock(path, LOCK_EX)
    try withExtendedLifetime(lock) { try body() }
  }

  /// - Returns: Nil if another object holds the lock and `operation` does not wait.
  private init?(_ path: String, _ operation: Int32) throws(DatabaseFailure) {
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw DatabaseFailure(systemError: errno, path: path) }
    while flock(descriptor, operation) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else {
        throw DatabaseFailure(code: .disk, path: path, detail: String(cString: strerror(errno)))
      }
    }
  }

  deinit {
    // Closing the file releases the lock.
    if descriptor >= 0 { close(descriptor) }
  }
}
