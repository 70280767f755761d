// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Files of a remote with a flipped bit. Their sizes do not show the damage.
@Suite struct DamagedRemoteTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.ofTwoDevices()
  }

  /// The files that hold segments.
  private func segments() throws -> [String] { try files().filter { !$0.contains("-ack-") } }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path + "/shared")
      .filter { $0.contains("log/") }.sorted()
  }

  /// Adds a note on the laptop, sends it, and flips a bit of the file.
  private func addDamaged(_ title: String) throws {
    let before = try segments()
    _ = try scene.done("--library", "laptop", "add", title)
    _ = try scene.done("--library", "laptop", "sync")
    try damage(try #require(try segments().first { !before.contains($0) }))
  }

  /// Flips a bit of a file of the remote.
  private func damage(_ name: String) throws {
    var bytes = try scene.read("shared/" + name)
    bytes[bytes.count / 2] ^= 1
    try scene.write(bytes, to: "shared/" + name)
  }

  private func expectIncomplete(_ device: String, times: Int) throws {
    for _ in 0..<times {
      let outcome = try scene.run("--library", device, "sync")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("this library is incomplete"), "\(outcome)")
    }
  }

  private func expectComplete(_ device: String) throws {
    let outcome = try scene.run("--library", device, "sync")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    let status = try scene.done("--library", device, "status")
    #expect(!status.contains("incomplete"), "\(status)")
  }

  private func titles(_ device: String) throws -> Set<String> {
    Set(
      try scene.done("--library", device, "list").split(separator: "\n").map { $0.suffix(5) + "" })
  }

  @Test func aNewDeviceIsCompleteOnceAllIsSentAgain() throws {
    try addDamaged("First")
    try expectIncomplete("phone", times: 2)
    try expectComplete("laptop")
    try expectComplete("phone")
    #expect(try titles("phone") == ["First"])
    #expect(
      try scene.done("--library", "phone", "status").contains("it is damaged, but no longer needed")
    )
    let before = try segments()
    for device in ["laptop", "phone", "laptop", "phone"] { try expectComplete(device) }
    #expect(try segments() == before)
    _ = try scene.done("--library", "tablet", "remote", "add", "cloud", "shared")
    try expectComplete("tablet")
    #expect(try titles("tablet") == ["First"])
  }

  /// The tablet, which has taken the file in, stands in for the laptop.
  @Test func anotherDeviceSendsAgainWhatALostOneWrote() throws {
    _ = try scene.done("--library", "tablet", "remote", "add", "cloud", "shared")
    _ = try scene.done("--library", "laptop", "add", "First")
    for device in ["laptop", "tablet"] { _ = try scene.done("--library", device, "sync") }
    try damage(try #require(try segments().first))
    try expectIncomplete("phone", times: 2)
    try expectComplete("tablet")
    try expectIncomplete("phone", times: 1)
    try expectComplete("tablet")
    try expectComplete("phone")
    #expect(try titles("phone") == ["First"])
  }

  @Test func aSecondDamagedFileIsNamedOnTheSameDay() throws {
    for title in ["First", "Other", "Third"] {
      try addDamaged(title)
      try expectIncomplete("phone", times: 2)
      try expectComplete("laptop")
      try expectComplete("phone")
    }
    #expect(try titles("phone") == ["First", "Other", "Third"])
  }

  /// An acknowledgement says what its device took in, and holds no note.
  @Test func aDamagedAcknowledgementLeavesALibraryComplete() throws {
    _ = try scene.done("--library", "laptop", "add", "First")
    _ = try scene.done("--library", "laptop", "sync")
    try damage(try #require(try files().first { $0.contains("-ack-") }))
    let outcome = try scene.run("--library", "phone", "sync")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.errors.contains("it is damaged"), "\(outcome)")
    #expect(!outcome.errors.contains("incomplete"), "\(outcome)")
    #expect(try titles("phone") == ["First"])
  }
}
