// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Synchronization

  /// Edits that are lost in a merge because one of the two copies comes too late: the other has a
  /// greater floor, and the author of the floor did not know these edits.
  package final class LostEdits: Sendable {
    /// Lost edits, by the copy that held them.
    package struct Found: Equatable, Sendable {
      /// Edits of the value that took the other copy in, which came too late itself.
      package var own: Set<Dot> = []
      /// Edits of the copy that was taken in.
      package var late: Set<Dot> = []
      /// Whether an order stands on a later ground now, and may have lost moves: see ``LostMoves``.
      package var hasNewGround = false

      package init(own: Set<Dot> = [], late: Set<Dot> = []) {
        self.own = own
        self.late = late
      }

      /// Whether no edit is lost. A lost move is no lost edit.
      package var isEmpty: Bool { own.isEmpty && late.isEmpty }
    }

    @TaskLocal private static var current: LostEdits?

    private let found = Mutex(Found())
    private let redoneCount = Mutex(0)
    private let redoes: Bool

    private init(redoes: Bool) {
      self.redoes = redoes
    }

    /// The edits that are lost while `body` merges copies into values. Values within values count.
    package static func gather<Failure: Error>(
      _ body: () throws(Failure) -> Void
    ) throws(Failure) -> Found {
      try LostEdits(redoes: false).run(body)
    }

    /// Merges copies into values, and makes late edits anew: edits of a new session insert, set and
    /// remove the same.
    ///
    /// - Returns: The edits that were made anew, and the edits that the values lost, including
    ///   edits that an earlier call made anew.
    package static func redo<Failure: Error>(
      _ body: () throws(Failure) -> Void
    ) throws(Failure) -> Found {
      try LostEdits(redoes: true).run(body)
    }

    private func run<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Found {
      var result: Result<Void, Failure>?
      Self.$current.withValue(self) {
        result = Result { () throws(Failure) in try body() }
      }
      guard let result else { preconditionFailure("the body ran above") }
      try result.get()
      return found.withLock { $0 }
    }

    /// Whether losses are noted.
    package static var areGathered: Bool { current != nil }

    /// How often a late edit was made anew.
    package static var redoneCount: Int { current?.redoneCount.withLock(\.self) ?? 0 }

    /// Notes that a value loses an edit.
    package static func note(_ dot: Dot) { _ = current?.found.withLock { $0.own.insert(dot) } }

    /// Notes that an order stands on a later ground.
    package static func noteNewGround() { current?.found.withLock { $0.hasNewGround = true } }

    /// Notes that an edit comes too late for a value.
    ///
    /// - Returns: Whether it is to be made anew.
    package static func noteLate(_ dot: Dot) -> Bool {
      guard let current else { return false }
      _ = current.found.withLock { $0.late.insert(dot) }
      if current.redoes { current.redoneCount.withLock { $0 += 1 } }
      return current.redoes
    }
  }
#endif
