// SPDX-License-Identifier: MIT

import Testing

/// Edits in the module for browsers where memory runs out, and the forms of bytes that it takes.
@Suite struct BrowserMemoryTests {
  @Test func editsAreDoneWholeOrRefused() throws {
    let (status, words) = try Node.run("memory.mjs", [Node.module.path])
    #expect(status == 0 && words == "done\n", "\(words)")
  }
}
