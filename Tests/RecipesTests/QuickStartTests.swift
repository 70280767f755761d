// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

/// The quick start, whose code is in `QuickStart.swift`.
@MainActor @Suite(.ends) struct QuickStartTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func thePageShowsCodeThatIsCompiled() throws {
    let page = try text("Documentation/QuickStart.md")
    let code = try text("Tests/RecipesTests/QuickStart.swift")
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```\n").first
    }
    #expect(blocks.count == 5 && page.components(separatedBy: "\n").count <= 101)
    for block in blocks { #expect(code.contains(block), "\(block)") }
    #expect(page.contains("`.task { if notes == nil { notes = LiveText"))
    // Lines within the text, which stand in code elsewhere.
    let package = try text("Documentation/Documents.md")
    for line in page.matches(of: /`(\.[pt][^`]+)`/) {
      #expect(code.contains(line.1) || package.contains(line.1), "\(line.1)")
    }
  }

  @Test func itDoesWhatThePageSays() async throws {
    let folder = try TemporaryFolder()
    let devices = try (0..<2).map { _ in try Errands(DocumentLibrary.temporary().collection()) }
    func shown(_ device: Int) -> [String] {
      devices[device].live.ids.map { devices[device].live[$0]?.title ?? "" }
    }
    let syncs = devices.map { device in Task { await device.sync(with: folder.path) } }
    let id = try await devices[0].all.add { $0.title = "Bank" }
    await wait { shown(0) == ["Bank"] && shown(1) == ["Bank"] }
    let undoable = devices[1].all.recordingSteps()
    try await undoable.edit(id) { $0.title = "Post office" }
    await wait { shown(0) == ["Post office"] }
    devices[1].perform { try await undoable.undo(id) }
    await wait { shown(0) == ["Bank"] }
    let removed = try await devices[0].all.remove(id)
    await wait { shown(0) == [] && shown(1) == [] }
    try await devices[0].all.restore(removed, id: id)
    await wait { shown(0) == ["Bank"] && shown(1) == ["Bank"] }
    devices[0].perform { try await devices[0].all.edit(UUID()) { $0.title = "" } }
    await wait { devices[0].failure?.contains("is not here") == true }
    syncs.forEach { $0.cancel() }
    for sync in syncs { await sync.value }
    #expect(devices.allSatisfy { $0.syncFailure == nil })
    // An app opens a file.
    let opened = try await Errands.opened(at: URL(fileURLWithPath: folder.path("list.sqlite")))
    await wait { opened.live.isLoaded }
  }
}
