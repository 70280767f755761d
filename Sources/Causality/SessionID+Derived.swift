// SPDX-License-Identifier: MIT

/// Sessions that no program opened. A session that was continued twice has several branches, and
/// each branch gets a session of its own.
extension SessionID {
  /// More than the number of any session that a run opens. Derived sessions have greater numbers.
  static let maximumCount: UInt32 = 1 << 31

  /// Whether this is a derived session.
  package var isDerived: Bool { number >= Self.maximumCount }

  /// The bits of a run's identifier in which derived sessions differ.
  private static let branchBits: UInt128 = 1 << UInt128(RunID.bitsBelowDevice) - 1

  /// The session derived from this one, or the session from which this one was derived.
  ///
  /// - Parameter hash: The hash of the first event of the derived session; 40 bits of it are used.
  package func derived(by hash: UInt128) -> SessionID {
    let bits = hash & Self.branchBits
    return SessionID(run: RunID(rawValue: run.rawValue ^ bits), number: number ^ Self.maximumCount)
  }

  /// The part of the id that is common to a session and all sessions derived from it.
  package var kin: SessionID {
    let shared = RunID(rawValue: run.rawValue & ~Self.branchBits)
    return SessionID(run: shared, number: number % Self.maximumCount)
  }

  /// Whether one of the two may be derived from the other, or both from a third.
  package func mayBeKin(of other: SessionID) -> Bool { kin == other.kin }
}
