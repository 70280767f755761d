// SPDX-License-Identifier: MIT

/// Sessions of quiet edits. Quiet edits drop deleted contents or fill in first contents.
///
/// | session | edits |
/// |---|---|
/// | its number is at least 2^30 and below 2^31 | quiet edits that drop deleted contents |
/// | its run is a filling run (`RunID.isOfFilling`) | quiet edits that fill in first contents |
/// | any other session | edits that are not quiet |
///
/// No environment opens a session with a number of 2^30 or more.
///
/// The removal of a document covers all quiet edits, even quiet edits that the removing device has
/// not seen, because quiet edits hold nothing that could be lost. Every device can fill in first
/// contents again (`PersistentReplicable.fill`).
extension SessionID {
  /// The greatest number of sessions that a run opens. As a bit of a session number, it marks edits
  /// that drop deleted contents.
  static let quietBit: UInt32 = 1 << 30

  /// The greatest session number, which only a session of quiet edits has.
  static let maximumNumber = UInt64(2 * quietBit - 1)

  /// The session in which the author of this session numbers edits that drop deleted contents.
  package var ofQuietEdits: SessionID { SessionID(run: run, number: number | Self.quietBit) }

  /// Whether the edits of this session are quiet.
  package var isQuiet: Bool { run.isOfFilling || number & Self.quietBit != 0 }
}

extension VersionVector {
  /// The number of known edits of a session and of its ``SessionID/ofQuietEdits``.
  @usableFromInline
  package func count(ofOwner session: SessionID) -> Int {
    self[session] + self[session.ofQuietEdits]
  }

  /// Whether every edit known to `other` is known here. Quiet edits, which drop deleted contents or
  /// fill in first contents, are ignored.
  ///
  /// - Complexity: O(*n*) for *n* sessions of `other`.
  public func covers(_ other: VersionVector) -> Bool {
    other.counts.allSatisfy { $0.value <= self[$0.key] || $0.key.isQuiet }
  }
}
