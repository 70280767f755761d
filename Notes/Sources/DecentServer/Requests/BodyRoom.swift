// SPDX-License-Identifier: MIT

import Synchronization

/// The memory reserved for large request bodies while they are read. Its limit protects the device
/// against many bodies at once. A body takes its room when its head is admitted, before its first
/// byte arrives.
final class BodyRoom: Sendable {
  /// The maximum size of a body that takes no room. Even one such body for each connection takes
  /// little memory.
  static let smallBody = 1 << 20

  private let limit: Int
  private let taken = Mutex(0)

  /// Makes the room of a server: for two of the largest bodies.
  init(limit: Int = 2 * Action.exchangeLimit) {
    self.limit = limit
  }

  /// Takes room for a body, until the share is released.
  ///
  /// - Returns: Nil if too little is left.
  func share(of size: Int) -> Share? {
    let bytes = size > Self.smallBody ? size : 0
    let isTaken = taken.withLock { taken in
      guard taken + bytes <= limit || bytes == 0 else { return false }
      taken += bytes
      return true
    }
    return isTaken ? Share(bytes, of: self) : nil
  }

  /// The room of one body.
  final class Share: Sendable {
    /// How much is taken; 0 for a small body.
    let bytes: Int
    private let room: BodyRoom

    fileprivate init(_ bytes: Int, of room: BodyRoom) {
      self.bytes = bytes
      self.room = room
    }

    deinit { room.taken.withLock { $0 -= bytes } }
  }
}
