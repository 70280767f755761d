// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import decent

/// Documentation/CommandLine.md: what the program tells of itself, and rules written by hand.
@Suite struct ReferencePageTests {
  private let page: String
  /// The page cut at the headings. Each part but the first lacks the first `#` of its heading.
  private let parts: [String]

  init() throws {
    page = try Self.text(of: "Documentation/CommandLine.md")
    parts = page.components(separatedBy: "\n#")
  }

  private static func text(of path: String) throws -> String {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../\(path)")
    return try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
  }

  @Test func itSaysWhatTheProgramTells() throws {
    let made = parts.map(made).joined(separator: "\n#")
    guard made != page else { return }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("CommandLine.md")
    try made.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("the program tells something else: cp \(file.path) Documentation/CommandLine.md")
  }

  @Test func itHasEveryCommandInOrder() {
    let names = parts.filter { $0.hasPrefix("## ") }.map { $0.prefix { $0 != "\n" }.dropFirst(3) }
    #expect(names.map(String.init) == CommandTable.all.map(\.name))
  }

  /// The version stands at the top of the list of changes.
  @Test func theListOfChangesBeginsWithTheVersion() throws {
    let text = try Self.text(of: "CHANGELOG.md")
    let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading.prefix { $0 != "," } == "## \(Program.version)")
  }

  /// A part with what the program tells in it.
  private func made(_ part: String) -> String {
    let heading = part.prefix { $0 != "\n" }
    if let section = HelpSection.all.first(where: { "# \($0.title)" == heading }) {
      let items = section.items.map { term, text in
        HelpText.wrapped("- `\(term)`: \(text)").dropLast().replacing("\n", with: "\n  ") + "\n"
      }
      return "\(heading)\n\n\(items.joined())"
    }
    guard let command = CommandTable.all.first(where: { "## \($0.name)" == heading }) else {
      return part
    }
    return Self.part(part, with: HelpText.entry(of: command))
  }

  /// A part with a block after its heading, in place of one that is there.
  private static func part(_ part: String, with block: String) -> String {
    let heading = part.prefix { $0 != "\n" }
    var rest = String(part.dropFirst(heading.count + 1))
    if rest.hasPrefix("\n```\n") {
      rest = rest.components(separatedBy: "```\n").dropFirst(2).joined(separator: "```\n")
    }
    return "\(heading)\n\n```\n\(block)```\n\(rest)"
  }
}
