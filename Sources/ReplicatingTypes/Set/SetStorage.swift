// SPDX-License-Identifier: MIT

import Causality

/// The state of a set: an entry for each element.
@usableFromInline
final class SetStorage<Element: Hashable & Sendable, Entry: KeyedEntry>: SessionStorage {
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
    takeIn(contradicts: { state.contradicts(other.state, in: $0) }) { _ = state.merge(other.state) }
  }

  @inlinable
  func merge(_ delta: KeyedStorage<Element, Entry>.Delta) throws(MissingHistory) {
    try takeIn { () throws(MissingHistory) in try state.merge(delta) }
  }

  @inlinable
  func editCount(of session: SessionID) -> Int { state.known[session] }
}

extension SetStorage: Equatable where Entry: Equatable {
  @inlinable
  static func == (left: SetStorage, right: SetStorage) -> Bool {
    left === right || left.state == right.state
  }
}

// All changes follow the rules of SessionStorage.
extension SetStorage: @unchecked Sendable where Entry: Sendable {}
