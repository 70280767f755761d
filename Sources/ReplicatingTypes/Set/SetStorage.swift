// SPDX-License-Identifier: MIT

import Causality

/// What a set consists of: an entry for each element, and the session of its
/// edits.
///
/// Changed only while one set refers to it.
@usableFromInline
final class SetStorage<Element: Hashable & Sendable, Entry: KeyedEntry> {
  @usableFromInline
  var state: KeyedStorage<Element, Entry>
  @usableFromInline
  var token: SessionToken
  @usableFromInline
  let order = LazyView<[Element]>()

  @inlinable
  init(_ state: KeyedStorage<Element, Entry>, token: consuming SessionToken = SessionToken()) {
    self.state = state
    self.token = token
  }

  @inlinable
  func copyTakingSession() -> SetStorage {
    SetStorage(state, token: token.handOver())
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

  /// The elements in the order of iteration.
  @inlinable
  var view: [Element] {
    order.view { state.ordered.map { $0.key } }
  }

  /// The session of the next edit.
  @inlinable
  func claimSession() -> SessionID {
    token.claim { state.known[$0] > 0 }.id
  }

  // MARK: Edits of others

  @inlinable
  func merge(_ other: SetStorage) {
    let known = ownCount
    let isContinuedTwice = token.current.map { state.contradicts(other.state, in: $0) } ?? false
    state.merge(other.state)
    if isContinuedTwice { token.renounce() }
    renounceSession(ifBeyond: known)
  }

  @inlinable
  func merge(_ delta: KeyedStorage<Element, Entry>.Delta) throws(MissingHistory) {
    let known = ownCount
    try state.merge(delta)
    renounceSession(ifBeyond: known)
  }

  /// The number of known edits of the session that the next edit would continue.
  @inlinable
  var ownCount: Int? {
    token.current.map { state.known[$0] }
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have gone on with it.
  @inlinable
  func renounceSession(ifBeyond known: Int?) {
    if ownCount != known { token.renounce() }
  }
}

extension SetStorage: Equatable where Entry: Equatable {
  @inlinable
  static func == (left: SetStorage, right: SetStorage) -> Bool {
    left === right || left.state == right.state
  }
}

extension SetStorage: @unchecked Sendable where Entry: Sendable {}
