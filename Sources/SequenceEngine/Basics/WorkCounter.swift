// SPDX-License-Identifier: MIT

/// Counts steps of the structures. A test uses it to assert without a clock that an operation costs
/// the same in a document a hundred times as long.
///
/// It counts only in builds with `DECENT_INVARIANTS`, and only within ``during(_:)``. In other
/// builds, calls to it compile to nothing. The counter is bound to the task because tests run
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

  /// Counts `count` copied states of runs. 32 states count as one node.
  @inline(__always)
  static func copy(_ count: Int) {
    #if DECENT_INVARIANTS
      add(nodes: 1 + count / 32)
    #endif
  }

  /// Events were replayed.
  @inline(__always)
  static func replay(_ count: Int) {
    #if DECENT_INVARIANTS
      add(events: count)
    #endif
  }

  /// Operations that had been left unread were read.
  ///
  /// - Parameter count: The number of their events.
  @inline(__always)
  static func read(_ count: Int) {
    #if DECENT_INVARIANTS
      add(unread: count)
    #endif
  }

  #if DECENT_INVARIANTS
    /// Changed only by the counting task.
    private final class Counter: @unchecked Sendable {
      var work = Work()
    }

    @TaskLocal private static var counter: Counter?

    /// The work of `body`. The work of tasks begun in it is lost or counted wrongly.
    package static func during(_ body: () throws -> Void) rethrows -> Work {
      let counter = Counter()
      try $counter.withValue(counter, operation: body)
      return counter.work
    }

    /// Runs a check that walks the structures, without counting it.
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
