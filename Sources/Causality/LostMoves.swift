// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Synchronization

  /// Moves that an order lost as it met a later ground, and that the device makes again.
  ///
  /// Making them again is an edit, never a part of merging. A caller merges an earlier copy of a value
  /// into the value: all of it is known there, so merging changes nothing but the moves made again.
  package final class LostMoves: Sendable {
    @TaskLocal private static var current: LostMoves?

    private let count = Mutex(0)

    private init() {}

    /// Makes moves again that a value lost.
    ///
    /// - Parameter merge: Merges an earlier copy into the value. Values within values count.
    /// - Returns: Whether a move was made again.
    package static func makeAgain(_ merge: () -> Void) -> Bool {
      let moves = LostMoves()
      $current.withValue(moves) { merge() }
      return moves.count.withLock { $0 > 0 }
    }

    /// Whether a merge makes moves of the other copy again.
    package static var areMadeAgain: Bool { current != nil }

    /// How many moves were made again.
    package static var madeCount: Int { current?.count.withLock(\.self) ?? 0 }

    /// Notes that moves were made again.
    package static func noteMade(_ count: Int) { current?.count.withLock { $0 += count } }
  }
#endif
