// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Standard streams that are closed or full, and folders that do not exist.
@Suite struct StreamTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    _ = try scene.done("--library", "notes", "add", "Plan", "--text", "text")
  }

  /// The standard error output and the status of a shell command.
  private func shell(_ command: String) throws -> Scene.Outcome {
    let shell = Process()
    let errors = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "exec \"$0\" --library notes \(command)", Scene.program.path]
    shell.currentDirectoryURL = scene.folder
    shell.standardError = errors
    try shell.run()
    let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    return Scene.Outcome(
      status: shell.terminationStatus, errors: String(decoding: bytes, as: UTF8.self))
  }

  @Test func aClosedOutput() throws {
    #expect(
      try shell("list >&-")
        == Scene.Outcome(status: 1, errors: "decent: cannot write the output: it is closed\n"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullOutput() throws {
    let reason = "cannot write the output: No space left on device\n"
    #expect(try shell("list >/dev/full") == Scene.Outcome(status: 1, errors: "decent: " + reason))
    #expect(
      try shell("add More >/dev/full")
        == Scene.Outcome(
          status: 1, errors: "decent: the change is stored, but its report failed: " + reason))
    // Nothing is stored by an import that only tells what it would do.
    try Data("Milk".utf8).write(to: scene.folder.appendingPathComponent("milk.md"))
    #expect(
      try shell("import milk.md --dry-run >/dev/full")
        == Scene.Outcome(status: 1, errors: "decent: " + reason))
    #expect(scene.plain(try scene.done("--library", "notes", "list")) == "ID  More\nID  Plan\n")
  }

  /// The errors of a command that prints to a pipe without a reader.
  private func unread(_ words: String...) throws -> Scene.Outcome {
    let program = Process()
    let errors = Pipe()
    let output = try unreadPipe()
    defer { close(output) }
    program.executableURL = Scene.program
    program.arguments = ["--library", "notes"] + words
    program.currentDirectoryURL = scene.folder
    program.standardOutput = FileHandle(fileDescriptor: output)
    program.standardError = errors
    try program.run()
    let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    program.waitUntilExit()
    let wasKilled = program.terminationReason == .uncaughtSignal
    return Scene.Outcome(
      status: wasKilled ? -program.terminationStatus : program.terminationStatus,
      errors: String(decoding: bytes, as: UTF8.self))
  }

  /// The writing end of a pipe without a reader. No program that another test starts may inherit a
  /// reading end.
  private func unreadPipe() throws -> Int32 {
    let path = scene.folder.path + "/pipe-\(UUID().uuidString)"
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    close(reader)
    try #require(reader >= 0 && writer >= 0)
    return writer
  }

  @Test func anOutputThatNobodyReadsLeavesNothingHalfDone() throws {
    let unreported = Scene.Outcome(
      status: 1,
      errors: "decent: the change is stored, but its report failed: "
        + "cannot write the output: Broken pipe\n")
    try scene.makeFolder("in")
    for number in 1...3 { try scene.write("text", to: "in/\(number).md") }
    #expect(try unread("import", "in") == unreported)
    #expect(try unread("add", "More") == unreported)
    let list = "ID  1\nID  2\nID  3\nID  More\nID  Plan\n"
    #expect(
      scene.plain(try scene.done("--library", "notes", "list", "--sort", "title")) == list)
    #expect(try unread("export", "out") == unreported)
    let written = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path + "/out")
    #expect(written.count == 5)
    for name in ["a", "b"] {
      try scene.makeFolder(name)
      _ = try scene.done("--library", "notes", "remote", "add", name, name)
    }
    #expect(try unread("sync") == unreported)
    #expect(
      try scene.done("--library", "notes", "sync") == "a: nothing new\nb: nothing new\n")
  }

  @Test func aClosedInput() throws {
    #expect(
      try shell("edit Plan - <&-")
        == Scene.Outcome(
          status: 1, errors: "decent: cannot read the standard input: it is closed\n"))
    #expect(try scene.done("--library", "notes", "show", "Plan").hasSuffix("\n\ntext\n"))
  }

  @Test func aTemporaryFolderThatIsNotThere() throws {
    let outcome = try scene.run(
      "--library", "notes", "edit", "Plan",
      variables: ["EDITOR": "true", "TMPDIR": scene.folder.path + "/gone"])
    #expect(outcome.status == 1)
    #expect(
      scene.plain(outcome.errors).hasPrefix(
        "decent: cannot make a file for the editor in FOLDER/gone: No such file or directory; "),
      "\(outcome)")
  }

  @Test(arguments: ["file", "file/sub"], ["list", "add"])
  func aFileInPlaceOfTheLibrary(_ library: String, _ command: String) throws {
    try scene.write("x", to: "file")
    let words = command == "list" ? [command] : [command, "x"]
    let outcome = try scene.run(words: ["--library", library] + words)
    #expect(outcome.status == 1)
    #expect(
      scene.plain(outcome.errors)
        == "decent: FOLDER/\(library) is a file, or lies in one; choose a folder for the library\n")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may search any folder"))
  func aLibraryThatMayNotBeSearched() throws {
    let folder = scene.folder.path + "/notes"
    try #require(chmod(folder, 0o000) == 0)
    defer { chmod(folder, 0o700) }
    let outcome = try scene.run("--library", "notes", "list")
    #expect(outcome.errors.contains("check the permissions"), "\(outcome)")
  }

  @Test func theDatabaseIsItsUsersAlone() throws {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: scene.folder.path + "/notes/library.sqlite")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
