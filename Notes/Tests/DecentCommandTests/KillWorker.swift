// SPDX-License-Identifier: MIT

import Foundation

/// The edits that commands reported as done. All must be there in the end.
struct KillPromises {
  var titles: Set<String> = []
  var tags: Set<String> = []
  var words: Set<String> = []
  var syncs = 0
  var killed = 0

  mutating func add(_ other: KillPromises) {
    titles.formUnion(other.titles)
    tags.formUnion(other.tags)
    words.formUnion(other.words)
    syncs += other.syncs
    killed += other.killed
  }
}

/// Runs one command after the other on a device, and kills some of them.
struct KillWorker {
  private static let rounds = 120
  /// The longest life of a command to be killed, in microseconds: about twice its run time, so that
  /// about half of them are killed at work.
  private static let longestLife = 60_000

  private let scene: Scene
  private let device: String
  private let number: Int
  private let isKilled: Bool
  private var chance: Chance
  private var promises = KillPromises()

  init(in scene: Scene, on device: String, number: Int, isKilled: Bool, seed: UInt64) {
    self.scene = scene
    self.device = device
    self.number = number
    self.isKilled = isKilled
    chance = Chance(seed: seed &+ UInt64(number))
  }

  /// Runs all commands.
  ///
  /// - Returns: The edits that the commands reported as done.
  mutating func work() throws -> KillPromises {
    for round in 0..<Self.rounds { try work("\(device)-\(number)-\(round)") }
    return promises
  }

  private mutating func work(_ word: String) throws {
    let journal = "Journal of \(device)"
    switch chance.below(4) {
    case 0:
      if try isDone("add", word) { promises.titles.insert(word) }
    case 1:
      if try isDone("tag", journal, "+\(word)") { promises.tags.insert(word) }
    case 2:
      if try isDone("edit", journal, editor: "echo \(word) >>") { promises.words.insert(word) }
    default:
      if try isDone("sync") { promises.syncs += 1 }
    }
  }

  private mutating func isDone(_ words: String..., editor: String = "true") throws -> Bool {
    let run = try Run(
      ["--library", device] + words, in: scene.folder,
      variables: ["EDITOR": editor, "TMPDIR": scene.folder.path])
    if isKilled {
      usleep(UInt32(chance.below(Self.longestLife)))
      run.kill()
    }
    let outcome = try run.finish()
    if outcome.status == -SIGKILL { promises.killed += 1 }
    guard [0, -SIGKILL].contains(outcome.status) else {
      throw Scene.Failure(words: words, outcome: outcome)
    }
    return outcome.status == 0
  }
}

/// Numbers that follow from a seed.
/// (Marsaglia, "Xorshift RNGs", 2003, doi:10.18637/jss.v008.i14.)
struct Chance {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed | 1
  }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }
}
