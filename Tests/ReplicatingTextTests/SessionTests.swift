// SPDX-License-Identifier: MIT

import Causality
import Testing

@testable import ReplicatingText

/// A text whose edits begin sessions when the program asks for one.
@Suite struct SessionTests {
  private func session(_ text: ReplicatingText) -> SessionID? { text.version.tips.last?.session }

  @Test func theNextEditOpensASession() throws {
    var text = ReplicatingText()
    text.append("one")
    let first = session(text)
    text.append(" two")
    #expect(session(text) == first)
    text.leaveSession()
    #expect(session(text) == first)
    let before = text
    text.append(" three")
    #expect(session(text) != first)
    #expect(text.string == "one two three")
    #expect(before.merged(with: text) == text)
    #expect(try ReplicatingText(encoded: text.encoded()) == text)
  }

  /// A copy goes on with the session, since only the text that left it gives it up.
  @Test func aTextWithACopyLeavesTheSessionToIt() {
    var text = ReplicatingText()
    text.append("one")
    let first = session(text)
    var copy = text
    text.leaveSession()
    text.append(" here")
    copy.append(" there")
    #expect(session(text) != first && session(copy) == first)
    #expect(text.merged(with: copy) == copy.merged(with: text))
  }
}
