// SPDX-License-Identifier: MIT

import Foundation

/// A tour of the program: two devices edit apart and sync.
struct Tour {
  private static let title = "Camping trip"
  private static let text = "We leave on Friday at eight.\nPack the tent and the stove."
  private static let laptopText = "We leave on Saturday at eight.\nPack the tent and the stove."
  private static let phoneText = "We leave on Friday at eight.\nPack the tent, the stove and tea."
  private static let mergedText =
    "We leave on Saturday at eight.\nPack the tent, the stove and tea."
  private static let mergedTags = ["friends", "summer"]

  private let stage: Stage

  init(on stage: Stage) {
    self.stage = stage
  }

  /// Runs the whole tour.
  ///
  /// - Throws: ``CommandFailure/tourFailed(_:)`` if the devices do not end up with the
  ///   expected note.
  func run() throws {
    try meet()
    try editApart()
    try sync()
    try compare()
    try stage.say(Self.farewell)
  }

  private func meet() throws {
    try stage.say("A laptop and a phone share a folder. (Here, all three are temporary folders.)")
    try stage.makeFolder("shared")
    try stage.run("--library", "laptop", "remote", "add", "friends", "shared")
    try stage.run("--library", "phone", "remote", "add", "friends", "shared")
    try stage.say("The laptop writes a note, and both sync.")
    try stage.run("--library", "laptop", "add", Self.title, "--text", Self.text, "--tag", "home")
    try stage.run("--library", "laptop", "sync")
    try stage.run("--library", "phone", "sync")
  }

  private func editApart() throws {
    try stage.say("Now they are offline. The laptop changes the day and the tags ...")
    try stage.run("--library", "laptop", "edit", Self.title, "--text", Self.laptopText)
    try stage.run("--library", "laptop", "tag", Self.title, "+summer", "-home")
    try stage.say("... and the phone, which knows nothing of that, adds to the list.")
    try stage.run("--library", "phone", "edit", Self.title, "--text", Self.phoneText)
    try stage.run("--library", "phone", "tag", Self.title, "+friends")
  }

  private func sync() throws {
    try stage.say("They are online again: the laptop syncs, the phone, and the laptop once more.")
    for device in ["laptop", "phone", "laptop"] {
      try stage.run("--library", device, "sync")
    }
  }

  private func compare() throws {
    try stage.say("Both have the note with all edits.")
    for device in ["laptop", "phone"] {
      try stage.run("--library", device, "show", Self.title)
    }
    for device in ["laptop", "phone"] { try check(device) }
  }
}

extension Tour {
  /// The members of a note's JSON that the tour compares.
  private struct Shown: Decodable, Equatable {
    let text: String
    let tags: [String]
  }

  private func check(_ device: String) throws {
    let json = try stage.output(of: ["--library", device, "show", Self.title, "--json"])
    let shown = try JSONDecoder().decode(Shown.self, from: Data(json.utf8))
    guard shown.text == Self.mergedText else {
      throw CommandFailure.tourFailed(
        "the text on the \(device) is '\(shown.text)' and must be '\(Self.mergedText)'")
    }
    guard shown.tags == Self.mergedTags else {
      throw CommandFailure.tourFailed(
        "the tags on the \(device) are \(shown.tags) and must be \(Self.mergedTags)")
    }
  }

  private static let farewell = """
    That was all. To begin with your own notes:

      decent add 'My first note' --text 'Hello.'
      decent list
      decent remote add home FOLDER      (a folder that your other devices see too)
      decent sync
      decent help
    """
}
