// SPDX-License-Identifier: MIT

import DecentSync
import Testing

@Suite struct ObjectNameTests {
  @Test(arguments: ["log/0f-12", "log/0f-12 (Zoë's conflicted copy 2024-01-02)", "a", "a/b/c"])
  func acceptsNamesWithin(text: String) {
    #expect(ObjectName(text)?.text == text)
  }

  /// A name becomes part of the key of a row, whose length has a limit.
  @Test func hasALimit() {
    let longest = String(repeating: "é", count: ObjectName.maximumLength / 2)
    #expect(ObjectName(longest)?.text == longest)
    #expect(ObjectName(longest + "a") == nil)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "log/", "log//x", "..", "log/../x", "log/.hidden", "./x", "log/a\0b",
  ])
  func refusesWhatLeadsElsewhere(text: String) {
    #expect(ObjectName(text) == nil)
  }
}
