// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite struct TourTests {
  @Test func theTourEndsWithTheMergedNoteOnBothDevices() throws {
    let scene = try Scene()
    let output = scene.plain(
      try scene.done("tour", variables: ["TMPDIR": scene.folder.path]))
    let page = """
      Camping trip
      id        ID
      created   TIME
      edited    TIME
      priority  normal
      tags      #friends #summer

      We leave on Saturday at eight.
      Pack the tent, the stove and tea.

      """
    for device in ["laptop", "phone"] {
      #expect(output.contains("$ decent --library \(device) show 'Camping trip'\n\(page)"))
    }
    #expect(output.hasSuffix("  decent sync\n  decent help\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path)
    #expect(left.filter { $0.hasPrefix("decent-tour") } == [])
  }
}
