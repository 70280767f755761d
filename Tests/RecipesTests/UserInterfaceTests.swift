// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The page about the example.
@Suite struct UserInterfaceTests {
  @Test func thePageShowsTheCodeOfTheExample() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/UserInterface.md"), encoding: .utf8)
    let example = root.appendingPathComponent("Examples/Recipes")
    let code = try FileManager.default.contentsOfDirectory(atPath: example.path)
      .map { try String(contentsOf: example.appendingPathComponent($0), encoding: .utf8) }
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```\n").first
    }
    #expect(blocks.count > 10)
    for block in blocks {
      #expect(code.contains { $0.contains(block) }, "\(block)")
    }
  }
}
