// SPDX-License-Identifier: MIT

/// Session numbers of quiet edits. No environment opens a session with such a number. A version
/// vector counts quiet edits under such numbers.
///
/// | session number | counted edits |
/// |---|---|
/// | below 2^30 | edits of a session that was opened |
/// | from 2^30, below 2^31 | quiet edits: they drop deleted contents or fill in first contents |
///
/// The removal of a document covers all quiet edits, even quiet edits that the removing device has
/// not seen: they hold nothing that could be lost. Every device can fill in first contents again
/// (`PersistentReplicable.fill`).
extension SessionID {
  /// The greatest number of sessions that a run opens. In a session number, this bit marks a
  /// session of quiet edits.
  static let quietBit: UInt32 = 1 << 30

  /// The greatest session number, which only a session of quiet edits has.
  static let maximumNumber = UInt64(2 * quietBit - 1)

  /// The session in which the author of this session numbers quiet edits.
  package var ofQuietEdits: SessionID { SessionID(run: run, number: number | Self.quietBit) }

  /// Whether the edits of this session are quiet.
  package var isQuiet: Bool { run.isOfFilling || number & Self.quietBit != 0 }
}

extension VersionVector {
  /// The number of known edits of the author of a session, including quiet edits.
  @usableFromInline
  package func count(ofOwner session: SessionID) -> Int {
    self[session] + self[session.ofQuietEdits]
  }

  /// Whether every edit known to `other` is known here. Quiet edits do not count: they drop deleted
  /// contents, or fill in first contents.
  ///
  /// - Complexity: O(*n*) in the sessions of `other`.
  public func covers(_ other: VersionVector) -> Bool {
    other.counts.allSatisfy { $0.value <= self[$0.key] || $0.key.isQuiet }
  }
}
