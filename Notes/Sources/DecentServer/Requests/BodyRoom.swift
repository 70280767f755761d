// SPDX-License-Identifier: MIT

import Synchronization

/// The memory reserved for large request bodies. The limit of this memory protects the device
/// against many large bodies at once. Memory for a body is reserved from the admission of the
/// request's head, before the first byte of the body arrives, to the end of the request.
final class BodyRoom: Sendable {
  /// The maximum size, in bytes, of a body for which no memory is reserved. Even one such body for
  /// each connection needs little memory.
  static let smallBody = 1 << 20

  private let limit: Int
  private let taken = Mutex(0)

  /// Makes the room of a server, with a limit in bytes. The default limit is enough for two of the
  /// largest bodies.
  init(limit: Int = 2 * Action.exchangeLimit) {
    self.limit = limit
  }

  /// Reserves memory for a body, until the share is released.
  ///
  /// - Returns: Nil if too little memory is left.
  func share(of size: Int) -> Share? {
    let bytes = size > Self.smallBody ? size : 0
    let isTaken = taken.withLock { taken in
      guard taken + bytes <= limit || bytes == 0 else { return false }
      taken += bytes
      return true
    }
    return isTaken ? Share(bytes, of: self) : nil
  }

  /// The memory reserved for one body.
  final class Share: Sendable {
    /// The number of reserved bytes; 0 for a small body.
    let bytes: Int
    private let room: BodyRoom

    fileprivate init(_ bytes: Int, of room: BodyRoom) {
      self.bytes = bytes
      self.room = room
    }

    deinit { room.taken.withLock { $0 -= bytes } }
  }
}
