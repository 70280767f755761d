// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock on a file, held by one process at a time until it releases the lock or ends in any way.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock on a file, or returns nil if another process has it. Creates the file if it is
  /// absent.
  package convenience init?(free path: String) throws(DatabaseFailure) {
    try self.init(path, LOCK_EX | LOCK_NB)
  }

  /// Waits for the lock on a file and runs `body` with it. Creates the file if it is absent.
  package static func hold(_ path: String, _ body: () throws -> Void) throws {
    let lock = try FileLock(path, LOCK_EX)
    try withExtendedLifetime(lock) { try body() }
  }

  /// - Returns: nil if the operation does not wait, and another process has the lock.
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
    // Closing it releases the lock.
    if descriptor >= 0 { close(descriptor) }
  }
}
