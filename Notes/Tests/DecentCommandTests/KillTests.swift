// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation
import NotesTestInputs
import Testing

/// Two devices that share a folder, two processes at work on each, and one
/// process killed again and again.
@Suite struct KillTests {
  /// The random source of a run; `DECENT_SEED` replaces its seed.
  private static var seed: UInt64 {
    ProcessInfo.processInfo.environment["DECENT_SEED"].flatMap { UInt64($0) }
      ?? 1
  }

  @Test(.ends) func nothingReportedDoneIsLost() async throws {
    let seed = Self.seed
    print("KillTests: DECENT_SEED=\(seed)")
    let scene = try Scene()
    try scene.makeFolder("shared")
    for device in ["laptop", "phone"] {
      _ = try scene.done("--library", device, "remote", "add", "cloud", "shared")
      _ = try scene.done("--library", device, "add", "Journal of \(device)")
    }
    let workers = ["laptop", "laptop", "phone", "phone"].enumerated().map { number, device in
      KillWorker(
        in: scene, on: device, number: number, isKilled: number % 2 == 1, seed: seed)
    }
    let promises = try await withThrowingTaskGroup(of: KillPromises.self) { group in
      for worker in workers {
        group.addTask {
          var worker = worker
          return try worker.work()
        }
      }
      return try await group.reduce(into: KillPromises()) { $0.add($1) }
    }
    print(
      "KillTests: \(promises.killed) killed, \(promises.titles.count) notes done,",
      "\(promises.words.count) edits done, \(promises.syncs) syncs done")
    #expect(promises.killed > 0)
    for device in ["laptop", "phone", "laptop", "phone"] {
      _ = try scene.done("--library", device, "sync")
    }
    for device in ["laptop", "phone"] { try check(device, of: scene, keeps: promises) }
    for device in ["laptop", "phone"] {
      #expect(try scene.done("--library", device, "sync") == "cloud: nothing new\n")
    }
  }

  private func check(_ device: String, of scene: Scene, keeps promises: KillPromises) throws {
    let library = try Library(opening: scene.folder.appendingPathComponent(device).path)
    #expect(try library.check() == [])
    let summaries = try library.summaries()
    let titles = Set(summaries.map(\.title))
    #expect(promises.titles.subtracting(titles) == [], "lost on the \(device)")
    let journals = try summaries.filter { $0.title.hasPrefix("Journal of") }
      .map { try library.note($0.id) }
    #expect(journals.count == 2)
    let tags = journals.reduce(into: Set<String>()) { $0.formUnion($1.tags.values) }
    #expect(promises.tags.subtracting(tags) == [], "lost on the \(device)")
    let words = journals.flatMap { $0.text.string.split(separator: "\n").map(String.init) }
    #expect(promises.words.subtracting(words) == [], "lost on the \(device)")
  }
}
