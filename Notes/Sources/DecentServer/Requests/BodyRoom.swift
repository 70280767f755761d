// SPDX-License-Identifier: MIT

import Synchronization

/// The memory reserved for large request bodies while they are read. The limit of this memory
/// protects the device against many large bodies at once. Memory for a body is reserved when the
/// head of the request is admitted, before the first byte of the body arrives.
final class BodyRoom: Sendable {
  /// The maximum size of a body for which no memory is reserved. Even one such body for each
  /// connection needs little memory.
  static let smallBody = 1 << 20

  private let limit: Int
  private let taken = Mutex(0)

  /// Makes the room of a server. The default limit is enough for two of the largest bodies.
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
    /// How many bytes are reserved; 0 for a small body.
    let bytes: Int
    private let room: BodyRoom

    fileprivate init(_ bytes: Int, of room: BodyRoom) {
      self.bytes = bytes
      self.room = room
    }

    deinit { room.taken.withLock { $0 -= bytes } }
  }
}
