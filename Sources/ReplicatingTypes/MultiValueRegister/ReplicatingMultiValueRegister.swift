// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A value that is changed as a whole. Values that are set concurrently are all kept, so that
/// people can decide between them. The next edit replaces all these values.
///
/// ```swift
/// var mine = ReplicatingMultiValueRegister("Tuesday")
/// var yours = mine
/// mine.set("Monday")
/// yours.set("Friday")
/// mine.merge(yours)
/// print(mine.values.count)  // 2: Monday and Friday, Tuesday was seen by both
/// mine.set("Friday")        // decides
/// ```
///
/// (Shapiro et al., "A comprehensive study of Convergent and Commutative Replicated Data Types",
/// 2011, section 3.2.2. Edits are numbered as in Preguiça et al., "Dotted Version Vectors",
/// arXiv:1011.5808.)
public struct ReplicatingMultiValueRegister<Value: Sendable & ReplicatedContent>: Sendable {
  private(set) var storage: MultiValueStorage<Value>

  /// Makes a register without a value.
  public init() {
    storage = MultiValueStorage(MultiValueState(), token: SessionToken())
  }

  /// Makes a register that is set to a value.
  public init(_ value: Value) {
    self.init()
    set(value)
  }

  init(_ state: MultiValueState<Value>) {
    storage = MultiValueStorage(state, token: SessionToken())
  }

  /// The values that no later edit has replaced, newest first.
  public var values: [Value] { storage.state.choices.map { $0.value } }

  /// The newest of the values, or nil if there is none.
  public var value: Value? { storage.state.choices.first?.value }

  /// Sets the register to a value, which replaces all present values.
  public mutating func set(_ value: Value) {
    set([KeptValue(value)])
  }

  /// Replaces all present values by several values, or by none.
  mutating func set(_ values: [KeptValue<Value>]) {
    makeStorageUnique()
    storage.set(values)
  }

  package mutating func makeStorageUnique() {
    MultiValueStorage.makeUnique(&storage)
  }
}

/// The values of a register, and the edits that the register has seen.
struct MultiValueState<Value: ReplicatedContent> {
  struct Choice {
    let stamp: KeyedStamp
    let kept: KeptValue<Value>
    var value: Value { kept.value }
  }

  /// The values and their stamps, newest first.
  private(set) var choices: [Choice] = []
  private(set) var known = VersionVector()

  init() {}

  init(choices: [Choice], known: VersionVector) {
    self.choices = choices
    self.known = known
  }

  /// Replaces all values by `values`. The first of them becomes the newest value. Replacing the
  /// values by an empty array is an edit, too.
  mutating func set(_ values: [KeptValue<Value>], by session: SessionID) {
    let latest = choices.first?.stamp.time ?? .zero
    choices = []
    if values.isEmpty { _ = known.nextDot(of: session) }
    for value in values.reversed() {
      let time = ReplicationEnvironment.current.timestamp(
        replacing: choices.first?.stamp.time ?? latest)
      let stamp = KeyedStamp(time: time, dot: known.nextDot(of: session))
      choices.insert(Choice(stamp: stamp, kept: value), at: 0)
    }
  }

  /// Keeps the choices that both states hold, and each choice whose edit only one state has seen.
  /// Contradicting histories have several values of one edit. The merge keeps all of these values.
  mutating func merge(_ other: MultiValueState) {
    let mine = Set(choices.map { $0.stamp.dot })
    let theirs = Set(other.choices.map { $0.stamp.dot })
    let kept = choices.filter { choice in
      theirs.contains(choice.stamp.dot) || !other.known.contains(choice.stamp.dot)
    }
    let news = other.choices.filter { choice in
      mine.contains(choice.stamp.dot) || !known.contains(choice.stamp.dot)
    }
    choices = []
    for choice in (kept + news).sorted(by: { $0.precedes($1) })
    where choices.last.map({ $0.precedes(choice) }) ?? true {
      choices.append(choice)
    }
    known.merge(other.known)
  }

  /// Whether the two states hold different values of one edit.
  func contradicts(_ other: MultiValueState) -> Bool {
    hasOther(than: other) || other.hasOther(than: self)
  }

  private func hasOther(than other: MultiValueState) -> Bool {
    choices.contains { mine in
      other.choices.contains { $0.stamp.dot == mine.stamp.dot }
        && !other.choices.contains { $0.isSame(as: mine) }
    }
  }
}

extension MultiValueState.Choice {
  /// The order of choices: newest first. Choices of one stamp stand in the order of their bytes.
  func precedes(_ other: Self) -> Bool {
    guard stamp == other.stamp else { return stamp > other.stamp }
    return SameEdit.precedes(value, other.value, kept: (kept.bytes, other.kept.bytes))
  }

  func isSame(as other: Self) -> Bool {
    stamp == other.stamp
      && !SameEdit.differs(value, other.value, kept: (kept.bytes, other.kept.bytes))
  }
}

final class MultiValueStorage<Value: ReplicatedContent>: SessionStorage {
  private(set) var state: MultiValueState<Value>
  var token: SessionToken

  init(_ state: MultiValueState<Value>, token: consuming SessionToken) {
    self.state = state
    self.token = token
  }

  /// A copy that continues the session of this storage.
  func copyTakingSession() -> MultiValueStorage {
    MultiValueStorage(state, token: token.handOver())
  }

  func set(_ values: [KeptValue<Value>]) {
    state.set(values, by: token.claim { state.known[$0] > 0 }.id)
  }

  func merge(_ other: MultiValueState<Value>) {
    takeIn(contradicts: { _ in state.contradicts(other) }) { state.merge(other) }
  }

  func editCount(of session: SessionID) -> Int { state.known[session] }
}

extension MultiValueState: Sendable where Value: Sendable {}
extension MultiValueState.Choice: Sendable where Value: Sendable {}
// All changes follow the rules of SessionStorage.
extension MultiValueStorage: @unchecked Sendable where Value: Sendable {}
