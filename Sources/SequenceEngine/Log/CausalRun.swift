// SPDX-License-Identifier: MIT

/// Consecutive events of one session, each the only parent of the next, that are adjacent in a log.
///
/// The length of a run is not stored: a run ends where the next run begins.
struct CausalRun: Sendable {
  /// The local index of the first event.
  var start: Int
  /// The place of the session in the graph's table.
  var session: Int
  /// The number of the first event in its session.
  var number: Int
  /// The Lamport time of the first event. The time grows by one with each event.
  var lamport: Int
  /// The places of the first event's parents in the graph's pool.
  var parents: Range<Int>
}
