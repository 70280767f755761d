// SPDX-License-Identifier: MIT

import Causality

/// Changed only while one set refers to it.
@usableFromInline
final class SetStorage<Element: Hashable> {
  @usableFromInline
  var presence = Presence<Element>()
  @usableFromInline
  var token = SessionToken()
  @usableFromInline
  let order = LazyView<[Element]>()

  @inlinable
  init() {}

  @inlinable
  init(_ presence: Presence<Element>, token: consuming SessionToken) {
    self.presence = presence
    self.token = token
  }

  @inlinable
  func copyTakingSession() -> SetStorage {
    SetStorage(presence, token: token.handOver())
  }

  /// The elements in the order of iteration.
  @inlinable
  var view: [Element] {
    order.view { presence.ordered.map { $0.key } }
  }

  /// The session of the next edit.
  @inlinable
  func claimSession() -> SessionID {
    token.claim { presence.known[$0] > 0 }.id
  }
}

extension SetStorage: @unchecked Sendable where Element: Sendable {}
