// SPDX-License-Identifier: MIT

import Foundation

/// The sign that a program serves a library. It ends with the program, however that ends.
public final class ServeLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a library; nil if another program has it.
  ///
  /// - Throws: The system's reason.
  public init?(of folder: String) throws {
    descriptor = open("\(folder)/serve.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      return nil
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
