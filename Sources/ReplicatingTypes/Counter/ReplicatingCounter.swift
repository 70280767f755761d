// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A number that each copy can count up and down. Merging counts every change once.
///
/// ```swift
/// var mine = ReplicatingCounter()
/// mine.increment()
/// var yours = mine
/// mine.increment(by: 2)
/// yours.decrement(by: 5)
/// mine.merge(yours)
/// print(mine.value)  // -2
/// ```
///
/// A virtual machine that is resumed twice from one snapshot continues a session twice. The counter
/// then keeps the greater sums of that session. All devices show the same value, but the value
/// misses a part of the counted changes.
///
/// (A PN-counter: Shapiro et al., "A comprehensive study of Convergent and
/// Commutative Replicated Data Types", 2011, section 3.1.)
public struct ReplicatingCounter {
  private var storage: CounterStorage

  /// Makes a counter that stands at 0.
  public init() {
    storage = CounterStorage(CounterSums(), token: SessionToken())
  }

  /// Makes a counter and counts it to `value`.
  public init(_ value: Int) {
    self.init()
    add(added: value > 0 ? value.magnitude : 0, taken: value < 0 ? value.magnitude : 0)
  }

  private init(_ sums: CounterSums) {
    storage = CounterStorage(sums, token: SessionToken())
  }

  /// The count, clamped to the range of `Int`.
  ///
  /// - Complexity: O(*s*) in the sessions that counted.
  public var value: Int { Int(clamping: storage.sums.total) }

  /// Counts up, or down if `amount` is negative.
  public mutating func increment(by amount: Int = 1) {
    add(added: amount > 0 ? amount.magnitude : 0, taken: amount < 0 ? amount.magnitude : 0)
  }

  /// Counts down, or up if `amount` is negative.
  public mutating func decrement(by amount: Int = 1) {
    add(added: amount < 0 ? amount.magnitude : 0, taken: amount > 0 ? amount.magnitude : 0)
  }

  /// Counts up, or down if the amount is negative.
  public static func += (counter: inout ReplicatingCounter, amount: Int) {
    counter.increment(by: amount)
  }

  /// Counts down, or up if the amount is negative.
  public static func -= (counter: inout ReplicatingCounter, amount: Int) {
    counter.decrement(by: amount)
  }

  private mutating func add(added: UInt, taken: UInt) {
    guard added > 0 || taken > 0 else { return }
    makeStorageUnique()
    storage.add(CounterSums.Sum(added: UInt64(added), taken: UInt64(taken)))
  }

  package mutating func makeStorageUnique() { CounterStorage.makeUnique(&storage) }
}

/// All changes follow the rules of ``SessionStorage``.
private final class CounterStorage: SessionStorage, @unchecked Sendable {
  private(set) var sums: CounterSums
  var token: SessionToken

  init(_ sums: CounterSums, token: consuming SessionToken) {
    self.sums = sums
    self.token = token
  }

  /// A copy that continues the session of this storage.
  func copyTakingSession() -> CounterStorage {
    CounterStorage(sums, token: token.handOver())
  }

  /// Adds to the sums of the session. If a sum would overflow, the session ends and another begins.
  func add(_ change: CounterSums.Sum) {
    if let session = token.current, sums[session].adding(change) == nil { token.renounce() }
    let session = token.claim { sums[$0] != CounterSums.Sum() }.id
    if let sum = sums[session].adding(change) { sums[session] = sum }
  }

  func merge(_ other: CounterSums) {
    takeIn { sums = sums.merged(with: other) }
  }

  func editCount(of session: SessionID) -> CounterSums.Sum { sums[session] }
}

extension CounterSums.Sum {
  fileprivate func adding(_ change: CounterSums.Sum) -> CounterSums.Sum? {
    let (added, isAddedTooGreat) = added.addingReportingOverflow(change.added)
    let (taken, isTakenTooGreat) = taken.addingReportingOverflow(change.taken)
    return isAddedTooGreat || isTakenTooGreat ? nil : CounterSums.Sum(added: added, taken: taken)
  }
}

extension ReplicatingCounter: PersistentReplicable {
  /// The sums of all sessions that counted.
  public typealias Version = CounterSums

  public var version: CounterSums { storage.sums }

  public func contains(_ version: CounterSums) -> Bool {
    storage.sums.contains(version)
  }

  /// The sums that a copy at `version` lacks, or nil if it lacks none. Any copy can take them in.
  public func delta(since version: CounterSums) -> CounterSums? {
    version.contains(storage.sums) ? nil : storage.sums.news(since: version)
  }

  public func validate(_ delta: CounterSums) throws(MissingHistory) {}

  public mutating func merge(delta: CounterSums) throws(MissingHistory) {
    merge(delta)
  }

  public func leads(_ delta: CounterSums, from base: CounterSums, to later: CounterSums) -> Bool? {
    base.merged(with: delta).contains(later)
  }

  public func merged(with other: ReplicatingCounter) -> ReplicatingCounter {
    var result = self
    result.merge(other)
    return result
  }

  public mutating func merge(_ other: ReplicatingCounter) {
    merge(other.storage.sums)
  }

  private mutating func merge(_ sums: CounterSums) {
    if contains(sums) { return }
    makeStorageUnique()
    storage.merge(sums)
  }
}

extension ReplicatingCounter: Sendable {}

#if !hasFeature(Embedded)
  extension ReplicatingCounter: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package var showsNothing: Bool { storage.sums == CounterSums() }

    /// Counts to the value of another counter.
    package mutating func show(_ other: ReplicatingCounter) {
      increment(by: Int(clamping: other.storage.sums.total - storage.sums.total))
    }

    /// Counts up and down by 1, so that the value stays the same.
    package mutating func touch(beyond version: Version) -> Bool {
      add(added: 1, taken: 1)
      return true
    }
  }
#endif

extension ReplicatingCounter: Hashable {
  /// Whether each session has the same sums in both counters.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.sums == right.storage.sums
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.sums)
  }
}

/// Written as FORMAT.md says under "Counter".
extension ReplicatingCounter: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 15, name: "a counter")

  public func encode(to writer: inout ByteWriter) {
    storage.sums.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(try CounterSums(from: &reader))
    #if !hasFeature(Embedded)
      storage.origin = .read
    #endif
  }
}
