// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A value that is changed as a whole. The later of two changes wins.
///
/// A change wins over every change that its device had seen before, whatever the clocks say. Of
/// concurrent changes, the change with the later clock wins. (A last-writer-wins register: Shapiro
/// et al., "A comprehensive study of Convergent and Commutative Replicated Data Types", 2011,
/// section 3.2.)
///
/// ```swift
/// var mine = ReplicatingRegister("Draft")
/// var yours = mine
/// yours.value = "Plan"
/// mine.merge(yours)
/// print(mine.value)  // Plan
/// ```
public struct ReplicatingRegister<Value: Sendable & ReplicatedContent>: Sendable {
  private(set) var current: KeptValue<Value>
  private(set) var stamp: RegisterStamp
  #if !hasFeature(Embedded)
    /// The origin of the register. It is no part of the state.
    package var origin = ValueOrigin()
  #endif

  /// Makes a register whose value is set now.
  public init(_ value: Value) {
    current = KeptValue(value)
    stamp = RegisterStamp(replacing: .zero)
  }

  /// Makes a register that was never set.
  ///
  /// Every value ever set replaces a default, however long ago the value was set. A default is not
  /// sent. Use defaults for fields that are added to a model later, and for values that start empty
  /// on every device. All devices must give the same default.
  public init(default value: Value) {
    current = KeptValue(value)
    stamp = .zero
  }

  /// Makes a register whose last edit set `value` and has this stamp.
  package init(_ value: Value, stamp: RegisterStamp) {
    self.init(KeptValue(value), stamp: stamp)
  }

  private init(_ current: KeptValue<Value>, stamp: RegisterStamp) {
    self.current = current
    self.stamp = stamp
  }

  /// The value. Setting the value is a change, even if the new value equals the old value.
  ///
  /// A broken or hostile device may give its change the greatest possible time. No time follows
  /// that time, so a later change may be lost at once.
  public var value: Value {
    get { current.value }
    set { set(KeptValue(newValue)) }
  }

  mutating func set(_ kept: KeptValue<Value>) {
    let new = RegisterStamp(replacing: stamp)
    guard new > stamp else { return }
    (current, stamp) = (kept, new)
  }

  /// Sets the present value again, by a new edit with the time right after the time of the last
  /// edit. Every change with a later time wins over the new edit. A ``DocumentRemoval`` may keep
  /// such an edit: the value was chosen long before the removal, so newer changes must win.
  public mutating func confirm() { confirm(after: stamp) }

  private mutating func confirm(after last: RegisterStamp) {
    let new = RegisterStamp(replacing: max(stamp, last), isRightBehind: true)
    if new > stamp { stamp = new }
  }

  /// Whether this version of the app can read the value that was set.
  ///
  /// A newer version of the app may set a value that this version's type cannot hold, such as a new
  /// case of an enumeration. In a field of a model, `value` then shows the default. The value that
  /// was set is kept, merged and sent unchanged until an edit sets another value.
  public var isReadable: Bool { current.isReadable }
}

extension ReplicatingRegister: SyncReplicable {
  /// The stamp of the register's last edit.
  public typealias Version = RegisterStamp

  public var version: RegisterStamp { stamp }

  public func basis(of delta: Delta?, since version: RegisterStamp) -> RegisterStamp { version }

  public func contains(_ version: RegisterStamp) -> Bool {
    version <= stamp
  }

  /// The register itself if it was set after `version`, or nil if it was not.
  public func delta(since version: RegisterStamp) -> ReplicatingRegister? {
    stamp > version ? self : nil
  }

  public func validate(_ delta: ReplicatingRegister) throws(MissingHistory) {}

  public mutating func merge(delta: ReplicatingRegister) throws(MissingHistory) {
    merge(delta)
  }

  public func leads(
    _ delta: ReplicatingRegister, from base: RegisterStamp, to later: RegisterStamp
  ) -> Bool? {
    later <= max(base, delta.stamp)
  }

  /// Whether the two registers hold different values that one edit set. Merging such registers
  /// takes the value whose encoded bytes are greater.
  public func contradicts(_ other: ReplicatingRegister) -> Bool {
    stamp == other.stamp && stamp > .zero
      && SameEdit.differs(value, other.value, kept: (current.bytes, other.current.bytes))
  }

  public func merged(with other: ReplicatingRegister) -> ReplicatingRegister {
    var result = self
    result.merge(other)
    return result
  }

  public mutating func merge(_ other: ReplicatingRegister) {
    guard isOlder(than: other) else { return }
    (current, stamp) = (other.current, other.stamp)
  }

  private func isOlder(than other: ReplicatingRegister) -> Bool {
    if stamp != other.stamp { return stamp < other.stamp }
    let kept = (current.bytes, other.current.bytes)
    return contradicts(other) && SameEdit.precedes(value, other.value, kept: kept)
  }
}

#if !hasFeature(Embedded)
  extension ReplicatingRegister: ShowingValue {
    package static var hasStorage: Bool { false }

    package func noteStored() {}

    /// Whether the register was never set.
    package var showsNothing: Bool { stamp == .zero }

    /// Sets this register to the value of another register.
    package mutating func show(_ other: ReplicatingRegister) { value = other.value }

    package mutating func touch(beyond version: RegisterStamp) -> Bool {
      guard stamp != .zero else { return false }
      confirm(after: version)
      return stamp > version
    }
  }
#endif

extension ReplicatingRegister: Equatable where Value: Equatable {
  /// Whether two registers are in the same state. A register equals its copies even if its value
  /// does not equal itself, such as `Double.nan`.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.stamp == right.stamp else { return false }
    if left.current == right.current { return true }
    let (mine, other) = (left.current, right.current)
    return mine.isReadable == other.isReadable
      && SameEdit.areSame(mine.value, other.value, kept: (mine.bytes, other.bytes))
  }
}

extension ReplicatingRegister: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(current)
    hasher.combine(stamp)
  }
}

/// Written as FORMAT.md says under "Register".
extension ReplicatingRegister: BinaryCodable, Framed where Value: PlainValue {
  public static var frameKind: FrameKind { FrameKind(code: 4, name: "a register") }

  public func encode(to writer: inout ByteWriter) {
    stamp.encode(to: &writer)
    current.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let stamp = try RegisterStamp(from: &reader)
    self.init(try KeptValue(from: &reader), stamp: stamp)
    #if !hasFeature(Embedded)
      origin = .read
    #endif
  }
}

extension ReplicatingRegister: PersistentReplicable where Value: PlainValue {
  /// Replaces this register by the register that is read. If neither register was ever set, this
  /// register keeps its default. Unset registers must not differ, because the result of merging
  /// them would then depend on the order.
  ///
  /// A register that was never set also shows its default in place of a value that this version of
  /// the app cannot read: see ``isReadable``.
  public mutating func decode(from reader: inout ByteReader) throws(DecodingFailure) {
    let read = try readDelta(from: &reader)
    if stamp > .zero || read.stamp > .zero { self = read }
    #if !hasFeature(Embedded)
      origin = .read
    #endif
  }

  /// Reads a register that is to be merged into this one. If this version of the app cannot read
  /// the value, and this register was never set, the result shows this register's default.
  public func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> Self {
    if stamp > .zero { return try Self(from: &reader) }
    let read = try RegisterStamp(from: &reader)
    var result = Self(try KeptValue(from: &reader, orShowing: value), stamp: read)
    #if !hasFeature(Embedded)
      result.origin = .read
    #endif
    return result
  }
}
