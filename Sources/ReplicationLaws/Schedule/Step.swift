// SPDX-License-Identifier: MIT

/// One thing that happens in a ``Schedule``.
///
/// A step carries its own randomness, so that dropping another step leaves
/// what it does alone as far as possible.
public struct Step: Sendable {
  /// What happens.
  public enum Kind: String, CaseIterable, Sendable {
    /// A replica is edited.
    case edit
    /// A replica takes in another's current value.
    case merge
    /// Two replicas take in each other's value, both as they were before.
    case crossMerge = "concurrent merges"
    /// A replica's value is kept for later.
    case keep = "keep a snapshot"
    /// A replica takes in a value that was kept.
    case mergeStale = "merge a stale snapshot"
    /// A value is copied and both copies are edited on one device. The copy becomes a
    /// replica or replaces one.
    case fork = "copy and edit both"
    /// A value is copied and both copies are edited at once on two threads,
    /// each on a device of its own, or both on one.
    case editApart = "copy and edit on two threads"
    /// A replica is saved and read again.
    case reopen = "encode and decode"
    /// A replica asks another for what it lacks, and takes it in.
    case exchangeDelta = "exchange a delta"
    /// A replica sends what another lacks, or its newest edits; they stay on the way.
    case sendDelta = "send a delta"
    /// Some delta on the way arrives somewhere; it may arrive again.
    case receiveDelta = "receive a delta"
    /// A delta on the way gets lost.
    case loseDelta = "lose a delta"
  }

  /// What happens.
  public let kind: Kind

  /// To whom, as a place among the replicas, counted round.
  public let first: Int

  /// With whom, as a place among the replicas, counted round.
  public let second: Int

  /// The seed of all else the step needs to choose.
  public let word: UInt64

  /// How often each kind is drawn, edits most.
  private static let weighted: [Kind] = [
    .edit, .edit, .edit, .edit, .edit, .edit, .edit, .fork, .fork, .editApart, .reopen, .reopen,
    .merge, .merge, .merge, .crossMerge, .crossMerge, .keep, .mergeStale, .mergeStale,
    .exchangeDelta, .exchangeDelta, .sendDelta, .sendDelta,
    .receiveDelta, .receiveDelta, .receiveDelta, .loseDelta,
  ]

  /// Draws a step.
  init(_ random: inout SeededGenerator) {
    kind = random.pick(Self.weighted)
    first = random.below(1 << 16)
    second = random.below(1 << 16)
    word = random.next()
  }
}
