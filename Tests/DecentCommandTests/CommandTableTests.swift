// SPDX-License-Identifier: MIT

import Foundation
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

  @Test func theDocumentationHasEveryUsage() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Documentation/CommandLine.md")
    let lines = Set(try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n"))
    for usage in CommandTable.all.flatMap(\.usage) {
      let isThere = lines.contains(usage)
      #expect(isThere, "\(usage)")
    }
  }
}
