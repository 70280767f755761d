// SPDX-License-Identifier: MIT

import Foundation

/// A lock on a file. A program holds the lock while it serves a library. The system releases the
/// lock when the program ends in any way.
final class ServeLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock on a file. Returns nil if another holder still has the lock after
  /// `milliseconds`. Creates an absent file.
  ///
  /// - Parameter pause: Waits between two attempts, ten milliseconds by default.
  static func take(
    _ path: String, within milliseconds: Int, pause: () -> Void = { usleep(10_000) }
  ) throws(POSIXError) -> ServeLock? {
    for _ in stride(from: 0, to: milliseconds, by: 10) {
      if let lock = try ServeLock(path, LOCK_EX) { return lock }
      pause()
    }
    return try ServeLock(path, LOCK_EX)
  }

  /// Whether the lock on a file has a holder, in this process or another. Two processes that ask at
  /// the same time do not mistake each other for the holder. While a process asks, an attempt of
  /// `take(_:within:pause:)` fails. Then `take(_:within:pause:)` makes the next attempt, but for
  /// `within: 0` it makes only one.
  static func isHeld(_ path: String) throws(POSIXError) -> Bool {
    try ServeLock(path, LOCK_SH) == nil
  }

  /// - Returns: Nil if another holder has the lock.
  private init?(_ path: String, _ operation: Int32) throws(POSIXError) {
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    while flock(descriptor, operation | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else { throw Self.failure(errno) }
    }
  }

  private static func failure(_ code: Int32) -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }

  deinit {
    // Closing the descriptor releases the lock.
    if descriptor >= 0 { close(descriptor) }
  }
}
