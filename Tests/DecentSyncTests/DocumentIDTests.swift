// SPDX-License-Identifier: MIT

import DecentSync
import Testing

@Suite struct DocumentIDTests {
  @Test(arguments: ["index", "note/0a-F_9.x:z", String(repeating: "n", count: 128)])
  func acceptsPlainNames(text: String) {
    #expect(DocumentID(text)?.text == text)
  }

  @Test(arguments: [
    "", "two words", "naïve", "a\n", "a;b", "a,b", String(repeating: "n", count: 129),
  ])
  func refusesOthers(text: String) {
    #expect(DocumentID(text) == nil)
  }
}
