// SPDX-License-Identifier: MIT

import Causality

extension DictionaryState {
  /// Makes moves of an earlier copy again in the values of live keys: see ``LostMoves``. Such a move
  /// decides nothing about its key, as forgetting does not: see ``replace(_:by:)``.
  ///
  /// - Complexity: In proportion to the keys that the two copies do not share in memory.
  mutating func makeMovesAgain(of other: DictionaryState) {
    guard let rules = rules.replicating else { return }
    var token = SessionToken()
    for item in keyed.differences(of: other.keyed) {
      guard let mine = keyed[item.key], mine.isPresent,
        mine.incarnation == item.value.incarnation, var value = mine.value,
        let earlier = item.value.value
      else { continue }
      let count = LostMoves.madeCount
      rules.merge(&value, with: earlier)
      if LostMoves.madeCount > count { replace([(item.key, value)], by: token.claim().id) }
    }
  }
}

extension KeyedStorage {
  /// Counts an edit that no entry holds: one of the order of keys. It has a session of its own, which
  /// tells that a removal of the document covers the edit unseen.
  mutating func countEditWithoutKey(by session: SessionID) {
    _ = known.nextDot(of: session.ofForgetting)
  }
}
