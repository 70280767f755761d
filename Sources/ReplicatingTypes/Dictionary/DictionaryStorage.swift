// SPDX-License-Identifier: MIT

import Causality

/// Changed only while one dictionary refers to it.
@usableFromInline
final class DictionaryStorage<Key: Hashable & Sendable, Value: ReplicatedContent> {
  @usableFromInline
  var state: DictionaryState<Key, Value>
  @usableFromInline
  var token: SessionToken
  @usableFromInline
  let order = LazyView<[Key]>()
  /// The versions of values as they were at some time.
  let versions = LazyView<ValueVersions<Key>>()

  @inlinable
  init() {
    state = DictionaryState()
    token = SessionToken()
  }

  @usableFromInline
  init(_ state: DictionaryState<Key, Value>, token: consuming SessionToken = SessionToken()) {
    self.state = state
    self.token = token
  }

  @usableFromInline
  func copyTakingSession() -> DictionaryStorage {
    let copy = DictionaryStorage(state, token: token.handOver())
    if let current = versions.current { copy.versions.keep(current) }
    return copy
  }

  #if !hasFeature(Embedded)
    /// Where this storage comes from.
    var origin: ValueOrigin {
      get { token.origin.value }
      set { token.origin.set(newValue) }
    }

    /// Notes that the value is stored in a container.
    func noteStored() { token.origin.noteStored() }
  #endif

  /// The live keys in the order of iteration.
  @inlinable
  var keys: [Key] {
    order.view { state.keyed.ordered.map { $0.key } }
  }

  @inlinable
  func set(_ key: Key, to value: Value?, as change: ValueChange) {
    state.set(key, to: value, as: change, by: claimSession())
  }

  /// As ``DictionaryState/replace(_:by:)``.
  func replace(_ values: [(key: Key, value: Value)]) {
    let session = claimSession()
    state.replace(values, by: session)
  }

  /// The session of the next edit.
  @inlinable
  func claimSession() -> SessionID {
    token.claim { state.keyed.known[$0] > 0 }.id
  }

  /// How many edits are known of the session that the next edit would continue.
  @inlinable
  var ownCount: Int? { token.current.map { state.keyed.known.count(ofOwner: $0) } }

  /// Takes in a delta, as ``merge(_:)-(_)`` takes in edits.
  @inlinable
  func merge(_ delta: DictionaryState<Key, Value>.Delta) throws(MissingHistory) {
    let known = ownCount
    try state.merge(delta)
    if known != ownCount { token.renounce() }
  }

  /// Takes in another state. Gives the session up if it was continued elsewhere, by a copy of this
  /// process or of its machine.
  @inlinable
  func merge(_ other: DictionaryState<Key, Value>) {
    let known = ownCount
    let isContinuedTwice =
      token.current.map { state.keyed.contradicts(other.keyed, in: $0) } ?? false
    if state.merge(other) { forgetVersions() }
    if isContinuedTwice || known != ownCount { token.renounce() }
  }

  /// Makes the versions be worked out anew: those that are kept follow edits that are new.
  @usableFromInline
  func forgetVersions() { versions.forget() }
}

extension DictionaryStorage: @unchecked Sendable where Value: Sendable {}
