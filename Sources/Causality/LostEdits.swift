// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Synchronization

  /// Edits that a value loses when it merges a copy with a greater floor: the value is a copy that
  /// comes too late, and the author of the floor did not know these edits.
  package final class LostEdits: Sendable {
    @TaskLocal private static var current: LostEdits?

    private let found = Mutex<Set<Dot>>([])

    private init() {}

    /// The edits that values lose while `body` merges copies into them. Values within values count.
    package static func gather<Failure: Error>(
      _ body: () throws(Failure) -> Void
    ) throws(Failure) -> Set<Dot> {
      let edits = LostEdits()
      var result: Result<Void, Failure>?
      Self.$current.withValue(edits) {
        result = Result { () throws(Failure) in try body() }
      }
      guard let result else { preconditionFailure("the body ran above") }
      try result.get()
      return edits.found.withLock { $0 }
    }

    /// Whether losses are noted.
    package static var areGathered: Bool { current != nil }

    /// Notes that a value loses an edit.
    package static func note(_ dot: Dot) { _ = current?.found.withLock { $0.insert(dot) } }
  }
#endif
