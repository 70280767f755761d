// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// `sync --watch`: what other programs change is synced while it goes on.
@Suite struct WatchTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.ofTwoDevices()
  }

  private func watch(_ words: String...) throws -> Run {
    try Run(["--library", "laptop", "sync", "--watch"] + words, in: scene.folder)
  }

  /// Waits until something holds that other programs are asked for: their runs take the time.
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

  @Test(.timeLimit(.minutes(3))) func editsOfOtherProgramsGoUpAndOthersArrive() throws {
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
    #expect(outcome.output.contains("1 document changed here"))
    #expect(!outcome.output.contains("nothing new"))
  }

  @Test(.timeLimit(.minutes(3))) func whatNeedsTheUserIsSaidOnceAndGoesOn() throws {
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
}
