// SPDX-License-Identifier: MIT

import DecentSync
import Testing

@Suite struct ObjectNameTests {
  @Test(arguments: ["log/0f-12", "log/0f-12 (Zoë's conflicted copy 2024-01-02)", "a", "a/b/c"])
  func acceptsNamesWithin(text: String) {
    #expect(ObjectName(text)?.text == text)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "log/", "log//x", "..", "log/../x", "log/.hidden", "./x", "log/a\0b",
  ])
  func refusesWhatLeadsElsewhere(text: String) {
    #expect(ObjectName(text) == nil)
  }
}
