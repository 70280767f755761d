// SPDX-License-Identifier: MIT

/// Session numbers that no environment opens. A version vector counts them as sessions.
///
/// | number of the session | its count |
/// |---|---|
/// | below 2^30 | edits of a session that was opened |
/// | with bit 30, without bit 31 | edits that only forget deleted content of values or fill in their first contents, or make moves again |
/// | with bit 31, without bit 30 | events of a derived session, in ordered content |
/// | with bits 30 and 31 | floors, and forgotten keys: how often removed keys were forgotten |
/// | all bits | 1: contradicting histories of the run were merged |
///
/// The removal of a document covers edits that only forget, whether or not its author saw them: they
/// hold nothing that the removal would lose. It covers edits that fill in first contents too, since
/// every device can make them again (`PersistentReplicable.fill`).
extension SessionID {
  /// The most sessions that a run opens. As a bit, it marks a session of forgetting.
  static let forgettingBit: UInt32 = 1 << 30

  /// The bits of a session of floors.
  private static let floorBits: UInt32 = 0b11 << 30

  /// The session in which the owner of this one numbers the edits that decide nothing: that only
  /// forget, fill in first contents, or make moves again.
  package var ofForgetting: SessionID {
    SessionID(run: run, number: number | Self.forgettingBit)
  }

  /// The session in which the owner of this one numbers its floors.
  package var ofFloors: SessionID { SessionID(run: run, number: number | Self.floorBits) }

  /// Whether this session numbers floors.
  @usableFromInline
  package var numbersFloors: Bool { number >= Self.floorBits && !isMark }

  /// Whether the edits of this session only forget, as floors do, fill in first contents, or make
  /// moves again.
  package var bringsNoNews: Bool {
    run.isOfFilling || !isMark && number & Self.forgettingBit != 0
  }

  /// Stands in a version for "this run was continued twice".
  @usableFromInline
  package var mark: SessionID { SessionID(run: run, number: .max) }

  /// Whether this is a ``mark``.
  @usableFromInline
  package var isMark: Bool { number == .max }
}

extension VersionVector {
  /// The number of known edits of the owner of a session, including edits that decide nothing.
  @usableFromInline
  package func count(ofOwner session: SessionID) -> Int {
    self[session] + self[session.ofForgetting] + self[session.ofFloors]
  }

  /// Whether every edit known to `other` is known here. Edits that only forget, fill in first
  /// contents or make moves again do not count.
  ///
  /// - Complexity: O(*n*) in the sessions of `other`.
  public func covers(_ other: VersionVector) -> Bool {
    other.counts.allSatisfy { $0.value <= self[$0.key] || $0.key.bringsNoNews }
  }

  /// Whether a floor is known.
  ///
  /// - Complexity: O(*n*) in the sessions.
  @usableFromInline
  package var hasFloors: Bool { counts.keys.contains { $0.numbersFloors } }
}
