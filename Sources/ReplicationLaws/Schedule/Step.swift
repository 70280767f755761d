// SPDX-License-Identifier: MIT

/// One event of a ``Schedule``.
///
/// A step has a random seed of its own. So leaving out one step of a schedule changes the effects
/// of the other steps as little as possible.
public struct Step: Sendable {
  /// The kind of a step.
  public enum Kind: String, CaseIterable, Sendable {
    /// A replica is edited.
    case edit
    /// A replica merges the current value of another replica.
    case merge
    /// Two replicas merge each other's value from before the step.
    case crossMerge = "concurrent merges"
    /// A replica's value is kept for later.
    case keep = "keep a snapshot"
    /// A replica merges a snapshot.
    case mergeStale = "merge a stale snapshot"
    /// A value is copied and both copies are edited on one device. The new copy becomes a further
    /// replica, or replaces another replica.
    case fork = "copy and edit both"
    /// A value is copied and both copies are edited at once on two threads, each on a device of its
    /// own, or both on one device.
    case editApart = "copy and edit on two threads"
    /// A replica is saved and read again.
    case reopen = "encode and decode"
    /// A replica merges a delta: the edits that it lacks and another replica has.
    case exchangeDelta = "exchange a delta"
    /// A replica sends the edits that another replica lacks, or the sender's newest edits. The
    /// deltas arrive or get lost in later steps.
    case sendDelta = "send a delta"
    /// A delta on the way arrives at some replica. The delta may arrive again.
    case receiveDelta = "receive a delta"
    /// A delta on the way gets lost.
    case loseDelta = "lose a delta"
  }

  /// The kind of the step.
  public let kind: Kind

  /// The index of the replica that acts, modulo the number of replicas.
  public let first: Int

  /// The choice of the other replica. Of `count` replicas, its index is
  /// `first + 1 + second % (count - 1)`, modulo `count`.
  public let second: Int

  /// The seed of the step's other choices.
  public let word: UInt64

  /// The kinds, each repeated as often as its weight says. Edits weigh most.
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
