// SPDX-License-Identifier: MIT

extension RemoteWatch {
  /// The times that a watch keeps, in milliseconds.
  public struct Pace: Equatable, Sendable {
    /// The time from a sync to the next one if no change is noticed before.
    public var poll: UInt64 = 20_000
    /// The time from a change to the sync, so that changes made together travel together.
    public var settle: UInt64 = 300
    /// The range of the random delay after a sync that finds that the remote lacks changes of other
    /// devices. The first sync after the delay uploads these changes.
    public var repair: ClosedRange<UInt64> = 10_000...60_000
    /// The longest time from a first failure to the next sync. The longest time doubles with each
    /// further failure.
    public var firstRetry: UInt64 = 1_000
    /// The longest time from any failure to the next sync. This limit ends the doubling of
    /// ``firstRetry``.
    public var lastRetry: UInt64 = 300_000

    /// Makes the usual times.
    public init() {}
  }
}
