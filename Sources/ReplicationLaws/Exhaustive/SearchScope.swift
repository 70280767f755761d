// SPDX-License-Identifier: MIT

/// How far an ``ExhaustiveSearch`` goes: three replicas, so many edits and
/// merges, these clocks.
public struct SearchScope: Equatable, Sendable {
  /// Who makes an edit, as far as identities tell.
  public enum Sessions: String, Sendable {
    /// Each edit is made by a program of its own, as if the value had been saved and
    /// opened again.
    case apart = "a session for each edit"
    /// All edits of a replica are made by one program that keeps the value in memory.
    case continued = "sessions that go on"
  }

  /// Clocks that differ, in the order of the replicas, and clocks that agree.
  ///
  /// Replicas differ in nothing but clock and identity, and identities begin with
  /// the time. So a search with different clocks in one order is a search in any
  /// other, with the replicas renamed, and these two stand for all seven.
  public static let distinctClocks: [[UInt64]] = [[1_000, 2_000, 3_000], [1_000, 1_000, 1_000]]

  /// Different clocks in all six orders, and equal ones.
  public static let allClocks: [[UInt64]] = [
    [1_000, 2_000, 3_000], [1_000, 3_000, 2_000], [2_000, 1_000, 3_000],
    [2_000, 3_000, 1_000], [3_000, 1_000, 2_000], [3_000, 2_000, 1_000],
    [1_000, 1_000, 1_000],
  ]

  /// The number of replicas.
  static let replicaCount = 3

  /// How many edits are made at most, by all replicas together.
  public var edits: Int

  /// How often a replica takes in another at most, in all.
  public var merges: Int

  /// What the clocks of the three replicas show, in milliseconds since 1970; one search
  /// for each.
  public var clocks: [[UInt64]]

  /// Who makes an edit.
  public var sessions: Sessions

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - edits: How many edits are made at most.
  ///   - merges: How often a replica takes in another at most.
  ///   - clocks: What the three clocks show, in milliseconds since 1970.
  ///   - sessions: Who makes an edit.
  /// - Precondition: There are three clocks each time, and no count is negative.
  public init(
    edits: Int = 4, merges: Int = 4, clocks: [[UInt64]] = distinctClocks,
    sessions: Sessions = .apart
  ) {
    precondition(edits >= 0 && merges >= 0, "\(edits) edits and \(merges) merges")
    precondition(
      clocks.allSatisfy { $0.count == Self.replicaCount }, "a clock for each replica: \(clocks)")
    self.edits = edits
    self.merges = merges
    self.clocks = clocks
    self.sessions = sessions
  }
}
