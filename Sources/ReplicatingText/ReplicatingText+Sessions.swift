// SPDX-License-Identifier: MIT

extension ReplicatingText {
  /// Makes the next edit open a session.
  ///
  /// All edits of a session have the start of its run as their time. A program that keeps a text
  /// for hours calls this now and then, so that the time of the last edit is known.
  ///
  /// - Complexity: O(1)
  public mutating func leaveSession() {
    if isKnownUniquelyReferenced(&storage) {
      storage.token.renounce()
    } else {
      storage = storage.copyLeavingSession()
    }
  }
}
