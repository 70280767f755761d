// SPDX-License-Identifier: MIT

import BinaryCoding

/// The limits of an ``ExhaustiveSearch`` of three replicas: numbers of edits and merges, and
/// clocks.
public struct SearchScope: Equatable, Sendable {
  /// The program that makes an edit. Edits of different programs are in different sessions.
  public enum Sessions: String, Sendable {
    /// Each edit is made by a program of its own, as if the value had been saved and opened again.
    case apart = "a session for each edit"
    /// All edits of a replica are made by one program that keeps the value in memory.
    case continued = "sessions that go on"
  }

  /// Two settings: different clocks in the order of the replicas, and equal clocks.
  ///
  /// Replicas differ only in clock and identity, and identities begin with the time. So a search
  /// with different clocks in one order equals a search in any other order, with the replicas
  /// renamed. These two settings stand for all seven settings of ``allClocks``.
  public static let distinctClocks: [[UInt64]] = [[1_000, 2_000, 3_000], [1_000, 1_000, 1_000]]

  /// Seven settings: different clocks in all six orders, and equal clocks.
  public static let allClocks: [[UInt64]] = [
    [1_000, 2_000, 3_000], [1_000, 3_000, 2_000], [2_000, 1_000, 3_000],
    [2_000, 3_000, 1_000], [3_000, 1_000, 2_000], [3_000, 2_000, 1_000],
    [1_000, 1_000, 1_000],
  ]

  /// The number of replicas.
  static let replicaCount = 3

  /// The size in bits of the number of a state or a value. Three such numbers fit into a key of 64
  /// bits.
  static let numberBits = 21

  /// The greatest number of edits, by all replicas together.
  public var edits: Int

  /// The greatest number of merges, of all replicas together.
  public var merges: Int

  /// The times of the three replicas' clocks, in milliseconds since 1970. There is one search for
  /// each element.
  public var clocks: [[UInt64]]

  /// The program that makes an edit.
  public var sessions: Sessions

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - edits: The greatest number of edits, by all replicas together.
  ///   - merges: The greatest number of merges, of all replicas together.
  ///   - clocks: For each search, the times of the three clocks, in milliseconds since 1970.
  ///   - sessions: The programs that make the edits: one for each edit, or one for each replica.
  /// - Precondition: Each element of `clocks` has three clocks, and no count is negative.
  public init(
    edits: Int = 4, merges: Int = 4, clocks: [[UInt64]] = distinctClocks,
    sessions: Sessions = .apart
  ) {
    require(edits >= 0 && merges >= 0, "\(edits) edits and \(merges) merges")
    require(!clocks.isEmpty, "a search needs clocks")
    require(
      clocks.allSatisfy { $0.count == Self.replicaCount }, "a clock for each replica: \(clocks)")
    self.edits = edits
    self.merges = merges
    self.clocks = clocks
    self.sessions = sessions
  }

  /// Stops the program if a search has no number left for another state or value.
  static func requireNumber(_ number: Int, of things: String) {
    require(
      number >> numberBits == 0,
      "a search of more than \(number) \(things): choose fewer edits or merges")
  }
}
