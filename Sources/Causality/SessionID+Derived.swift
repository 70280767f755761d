// SPDX-License-Identifier: MIT

/// Sessions that no program opened: a session that was continued twice has several ends, and each
/// of them is given a session of its own.
extension SessionID {
  /// How many sessions a run opens at most. Derived ones have greater numbers.
  static let maximumCount: UInt32 = 1 << 31

  /// Whether this is a derived session.
  package var isDerived: Bool { number >= Self.maximumCount }

  /// The session derived from this one, or the one that this was derived from.
  ///
  /// The time of the run stays.
  ///
  /// - Parameter hash: Of what the first event of the derived session did: 80 bits are used.
  package func derived(by hash: UInt128) -> SessionID {
    let bits = hash & ((1 << 80) - 1)
    return SessionID(run: RunID(rawValue: run.rawValue ^ bits), number: number ^ Self.maximumCount)
  }

  /// Whether one of the two may be derived from the other, or both from a third.
  package func mayBeKin(of other: SessionID) -> Bool {
    run.milliseconds == other.run.milliseconds
      && number % Self.maximumCount == other.number % Self.maximumCount
  }
}
