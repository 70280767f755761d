// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import Testing

/// `sync --watch` syncs the changes of other programs while it runs.
@Suite struct WatchTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.ofTwoDevices()
  }

  private func watch(_ words: String...) throws -> Run {
    try Run(["--library", "laptop", "sync", "--watch"] + words, in: scene.folder)
  }

  /// Waits until a condition holds. It is checked by running other programs, which takes the
  /// waiting time.
  private func wait(
    _ what: Comment, while run: Run, until holds: () throws -> Bool
  ) throws {
    for _ in 0..<10_000 where run.isRunning {
      if try holds() { return }
    }
    Issue.record(what)
  }

  private func hears(of title: String, device: String) throws -> Bool {
    try scene.done("--library", device, "list").contains(title)
  }

  @Test(.ends) func editsOfOtherProgramsGoUpAndOthersArrive() throws {
    let run = try watch()
    _ = try scene.done("--library", "laptop", "add", "From here")
    try wait("the edit never went up", while: run) {
      _ = try scene.run("--library", "phone", "sync")
      return try hears(of: "From here", device: "phone")
    }
    _ = try scene.done("--library", "phone", "add", "From there")
    _ = try scene.done("--library", "phone", "sync")
    try wait("the change never arrived", while: run) {
      try hears(of: "From there", device: "laptop")
    }
    run.interrupt()
    let outcome = try run.finish()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("bytes sent\n"))
    #expect(outcome.output.contains("1 note changed here"))
    #expect(!outcome.output.contains("nothing new"))
  }

  private func waitForObjects(in folder: String, while run: Run) throws {
    try wait("nothing was sent to \(folder)", while: run) {
      _ = try scene.done("--library", "laptop", "list")
      return FileManager.default.fileExists(
        atPath: "\(scene.folder.path)/\(folder)/decent-7/log")
    }
  }

  @Test(.ends) func remotesThatAreAddedAreServedAndRemovedOnesAreNot() throws {
    for folder in ["stick", "disk"] { try scene.makeFolder(folder) }
    let run = try watch()
    _ = try scene.done("--library", "laptop", "add", "First")
    try waitForObjects(in: "shared", while: run)
    _ = try scene.done("--library", "laptop", "remote", "add", "stick", "stick")
    try waitForObjects(in: "stick", while: run)
    for name in ["cloud", "stick"] {
      _ = try scene.done("--library", "laptop", "remote", "remove", name)
    }
    _ = try scene.done("--library", "laptop", "remote", "add", "disk", "disk")
    try waitForObjects(in: "disk", while: run)
    _ = try scene.done("--library", "phone", "remote", "add", "disk", "disk")
    _ = try scene.done("--library", "laptop", "add", "Second")
    try wait("the edit did not go to the remote added last", while: run) {
      _ = try scene.run("--library", "phone", "sync", "disk")
      return try hears(of: "Second", device: "phone")
    }
    run.interrupt()
    #expect(try run.finish().status == 0)
    _ = try scene.done("--library", "tablet", "remote", "add", "cloud", "shared")
    _ = try scene.done("--library", "tablet", "remote", "add", "stick", "stick")
    _ = try scene.run("--library", "tablet", "sync")
    #expect(try hears(of: "First", device: "tablet"))
    #expect(try !hears(of: "Second", device: "tablet"))
  }

  @Test(.ends) func theOneRemoteThatIsWatchedMayBeRemoved() throws {
    let run = try watch("cloud")
    _ = try scene.done("--library", "laptop", "add", "First")
    try waitForObjects(in: "shared", while: run)
    _ = try scene.done("--library", "laptop", "remote", "remove", "cloud")
    let outcome = try run.finish()
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.hasPrefix("decent: the remote 'cloud' was removed"), "\(outcome)")
  }

  @Test(.ends) func whatNeedsTheUserIsSaidOnceAndGoesOn() throws {
    _ = try scene.done("--library", "laptop", "add", "Kept")
    try FileManager.default.removeItem(atPath: scene.folder.path + "/shared")
    let run = try watch("--json")
    try wait("nothing was said of the folder", while: run) {
      _ = try scene.done("--library", "laptop", "add", "One more")
      return try !run.errors.isEmpty
    }
    for number in 0..<3 { _ = try scene.done("--library", "laptop", "add", "Note \(number)") }
    #expect(run.isRunning)
    run.interrupt()
    let outcome = try run.finish()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == "")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.errors.contains("mount its disk"), "\(outcome)")
  }

  @Test(.ends) func aLibraryThatIsReplacedEndsIt() throws {
    let (place, backup) = (scene.folder.path + "/laptop", scene.folder.path + "/backup")
    _ = try scene.done("--library", "laptop", "add", "Kept")
    try FileManager.default.copyItem(atPath: place, toPath: backup)
    let run = try watch()
    try waitForObjects(in: "shared", while: run)
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.moveItem(atPath: backup, toPath: place)
    let outcome = try run.finish()
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.contains("Start the program again"), "\(outcome)")
    #expect(try hears(of: "Kept", device: "laptop"))
  }
}
