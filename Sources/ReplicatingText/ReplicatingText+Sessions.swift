// SPDX-License-Identifier: MIT

extension ReplicatingText {
  /// Makes the next edit open a new session.
  ///
  /// All edits of a session have the same time: about the start of the session. A program that
  /// keeps a text for hours calls this method now and then, so that later edits get later times.
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
