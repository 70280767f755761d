// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The state of a dictionary: its entries.
@usableFromInline
final class DictionaryStorage<Key: Hashable & Sendable, Value: ReplicatedContent>: SessionStorage {
  @usableFromInline
  var state: DictionaryState<Key, Value>
  @usableFromInline
  var token: SessionToken
  @usableFromInline
  let order = LazyView<[Key]>()
  /// The versions of values, as computed for the last reading of the dictionary's version.
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

  /// The live keys in the order of iteration.
  @inlinable
  var keys: [Key] {
    order.view { state.keyed.ordered.map { $0.key } }
  }

  @inlinable
  func set(_ key: Key, to value: Value?, as change: ValueChange) {
    state.set(key, to: value, as: change, by: claimSession())
  }

  /// See ``DictionaryState/replace(_:by:)``.
  func replace(_ values: [(key: Key, value: Value)]) {
    let session = claimSession()
    state.replace(values, by: session)
  }

  /// The session of the next edit.
  @inlinable
  func claimSession() -> SessionID {
    token.claim { state.keyed.known[$0] > 0 }.id
  }

  @inlinable
  func editCount(of session: SessionID) -> Int { state.keyed.known.count(ofOwner: session) }

  // MARK: Edits of others

  @inlinable
  func merge(_ delta: DictionaryState<Key, Value>.Delta) throws(MissingHistory) {
    try takeIn { () throws(MissingHistory) in try state.merge(delta) }
  }

  @inlinable
  func merge(_ other: DictionaryState<Key, Value>) {
    let isSilent = takeIn(contradicts: { state.keyed.contradicts(other.keyed, in: $0) }) {
      state.merge(other)
    }
    if isSilent { forgetVersions() }
  }

  /// Drops the computed versions. Updating them would miss values that changed without a new edit.
  @usableFromInline
  func forgetVersions() { versions.forget() }
}

// All changes follow the rules of SessionStorage.
extension DictionaryStorage: @unchecked Sendable where Value: Sendable {}
