// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import decent

@Suite struct ManualPageTests {
  private let lines = ManualPage.text.components(separatedBy: "\n")

  /// The page as a reader sees it: without requests and fonts.
  private var shown: String {
    ManualPage.text.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
      .replacing("\\(ga", with: "`").replacing("\\e", with: "\\").replacing(/\\f[BIR]/, with: "")
  }

  @Test func itSaysWhatHelpSays() throws {
    let shown = shown.split(separator: "\n")
    for command in CommandTable.all {
      #expect(shown.contains(".SS \(command.name)"))
      for usage in command.usage { #expect(shown.count { $0 == usage } == 2, "\(usage)") }
      if !command.details.isEmpty { #expect(shown.contains { $0 == command.details }) }
    }
    for rule in CommandTable.all.flatMap(\.options) + OptionRule.common + [.version] {
      #expect(shown.contains { $0 == rule.spelling }, "\(rule.name)")
      #expect(shown.contains { $0 == rule.summary }, "\(rule.name)")
    }
    for command in CommandTable.hidden { #expect(!shown.contains(".SS \(command.name)")) }
  }

  @Test func itIsWrittenInTheLanguageOfManualPages() {
    let requests: Set = [
      "TH", "SH", "SS", "TP", "PP", "B", "I", "BR", "IR", "nf", "fi", "br", "nh", "ad",
    ]
    #expect(lines.first?.hasPrefix(".TH DECENT 1 ") == true)
    for line in lines.dropLast() {
      // An empty line and a line that begins with a quote have a special meaning.
      #expect(!line.isEmpty && !line.hasPrefix("'") && line.first != " ")
      #expect(line.utf8.count == line.count, "\(line)")
      if line.first == "." {
        #expect(requests.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
      }
      let escapes = line.split(separator: "\\", omittingEmptySubsequences: false).dropFirst()
      let known = ["-", "e", "&", "(aq", "(ga", "fB", "fI", "fR"]
      for escape in escapes { #expect(known.contains { escape.hasPrefix($0) }, "\(line)") }
    }
    #expect(lines.last == "")
    let sections = lines.filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
    #expect(sections.prefix(3) == ["NAME", "SYNOPSIS", "DESCRIPTION"])
  }

  @Test func theProgramPrintsIt() throws {
    let scene = try Scene()
    #expect(try scene.done("help", "--man") == ManualPage.text)
  }

  private static func output(of program: String, _ words: String...) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `make install` writes the pages and scripts that the program prints to their places.
  @Test func installingPutsEverythingInPlace() throws {
    let scene = try Scene()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Scripts/install").standardizedFileURL
    let process = Process()
    process.executableURL = script
    try scene.makeFolder("the page/core")
    try scene.write("script", to: "the page/core/a.mjs")
    try scene.write("first", to: "the page/index.html")
    try scene.makeFolder("a place/share/decent/page")
    try scene.write("old", to: "a place/share/decent/page/old.html")
    process.arguments = [
      Scene.program.path, scene.folder.path + "/a place", scene.folder.path + "/the page",
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let share = "a place/share/"
    #expect(try scene.read(share + "man/man1/decent.1") == Array(ManualPage.text.utf8))
    for (path, shell) in [
      ("bash-completion/completions/decent", Shell.bash), ("zsh/site-functions/_decent", .zsh),
      ("fish/vendor_completions.d/decent.fish", .fish),
    ] {
      #expect(try scene.read(share + path) == Array(shell.script.utf8))
    }
    #expect(try scene.read(share + "decent/page/index.html") == Array("first".utf8))
    #expect(try scene.read(share + "decent/page/core/a.mjs") == Array("script".utf8))
    #expect(throws: (any Error).self) { try scene.read(share + "decent/page/old.html") }
    let installed = scene.folder.path + "/a place/bin/decent"
    #expect(FileManager.default.isExecutableFile(atPath: installed))
    #expect(try Self.output(of: installed, "help", "--man") == ManualPage.text)
  }
}
