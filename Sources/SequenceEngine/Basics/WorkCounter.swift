// SPDX-License-Identifier: MIT

/// Counts the steps of the data structures. With the counter, a test needs no clock to assert that
/// an operation costs the same in a document a hundred times as long.
///
/// The counter counts only in builds with `DECENT_INVARIANTS`, and only within ``during(_:)``. In
/// other builds, its calls compile to nothing. The counter is bound to the task because tests run
/// concurrently. A global counter would count the work of other tests; a parameter would stand in
/// every signature.
@usableFromInline
package enum WorkCounter {
  /// The work done while counting.
  package struct Work: Equatable, Sendable {
    /// Visited nodes of trees, and look-ups in indexes.
    package var nodes = 0
    /// Visited runs of the causal graph.
    package var runs = 0
    /// Events replayed in a tracker.
    package var events = 0
    /// Events whose operations were left unread at first and read later.
    package var unread = 0
  }

  /// A node of a tree was visited.
  @inlinable
  package static func visitNode() {
    #if DECENT_INVARIANTS
      add(nodes: 1)
    #endif
  }

  /// A run of the causal graph was visited.
  @inline(__always)
  static func visitRun() {
    #if DECENT_INVARIANTS
      add(runs: 1)
    #endif
  }

  /// Counts a copy of `count` states of runs: as one node, and one more for every 32 states.
  @inline(__always)
  static func copy(_ count: Int) {
    #if DECENT_INVARIANTS
      add(nodes: 1 + count / 32)
    #endif
  }

  /// Counts `count` replayed events.
  @inline(__always)
  static func replay(_ count: Int) {
    #if DECENT_INVARIANTS
      add(events: count)
    #endif
  }

  /// Counts the reading of operations that had been left unread.
  ///
  /// - Parameter count: The number of events of these operations.
  @inline(__always)
  static func read(_ count: Int) {
    #if DECENT_INVARIANTS
      add(unread: count)
    #endif
  }

  #if DECENT_INVARIANTS
    /// The counts. Only the counting task changes them.
    private final class Counter: @unchecked Sendable {
      var work = Work()
    }

    @TaskLocal private static var counter: Counter?

    /// The work of `body`. The work of tasks begun in `body` is lost or counted wrongly.
    package static func during(_ body: () throws -> Void) rethrows -> Work {
      let counter = Counter()
      try $counter.withValue(counter, operation: body)
      return counter.work
    }

    /// Runs a check that walks the structures. The steps of the check are not counted.
    package static func pause(_ check: () -> Void) {
      if counter == nil { return check() }
      $counter.withValue(nil, operation: check)
    }

    @usableFromInline
    package static func add(
      nodes: Int = 0, runs: Int = 0, events: Int = 0, unread: Int = 0
    ) {
      guard let counter else { return }
      counter.work.nodes += nodes
      counter.work.runs += runs
      counter.work.events += events
      counter.work.unread += unread
    }
  #endif
}
