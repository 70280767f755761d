// SPDX-License-Identifier: MIT

import ReplicatingText
import Testing

/// The sample in Browser/README.md for keeping two browsers in step comes to an end.
@Suite struct BrowserSampleTests {
  /// Each text gets a number at its end, and then all messages are delivered.
  private func outcome(_ mine: ReplicatingText, _ yours: ReplicatingText) throws -> [String] {
    let readme = Node.root.appendingPathComponent("Browser/README.md").path
    let (_, words) = try Node.run(
      "sample.mjs", [Node.module.path, readme, mine.encoded().base64, yours.encoded().base64])
    return words.split(separator: "\n").map(String.init)
  }

  @Test func textsOfOneHistoryAgree() throws {
    let mine: ReplicatingText = "one"
    let lines = try outcome(mine, mine)
    try #require(lines.count == 3, "\(lines)")
    #expect(lines[0] == "at rest")
    #expect(lines[1] == lines[2])
    #expect(["\"one01\"", "\"one10\""].contains(lines[1]))
  }

  @Test func whatOneLacksIsFetched() throws {
    var mine: ReplicatingText = "one"
    let yours = mine
    mine.append(" two")
    let lines = try outcome(mine, yours)
    try #require(lines.count == 3, "\(lines)")
    #expect(lines[0] == "at rest")
    #expect(lines[1] == lines[2])
  }
}
