// SPDX-License-Identifier: MIT

import Testing

@testable import decent

@Suite struct CommandTableTests {
  @Test func everyCommandIsFoundByItsName() throws {
    for command in CommandTable.all {
      let words = command.name.split(separator: " ").map(String.init) + ["rest"]
      let found = try CommandTable.find(words[...])
      #expect(found.command.name == command.name)
      #expect(Array(found.rest) == ["rest"])
    }
  }

  @Test func theOverviewNamesEveryCommand() {
    for command in CommandTable.all {
      #expect(HelpText.overview().contains("\n  \(command.name) "))
    }
  }

  @Test func helpFitsATerminal() {
    let texts = [HelpText.overview()] + CommandTable.all.map { HelpText.of($0) }
    for line in texts.flatMap({ $0.split(separator: "\n") }) where !line.hasPrefix("usage:") {
      #expect(line.count <= 80, "\(line)")
    }
  }
}
