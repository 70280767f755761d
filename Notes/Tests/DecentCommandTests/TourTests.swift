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

  /// The script ends whichever command of the tour it meets first.
  @Test func aSignalThatEndsACommandIsNamed() throws {
    let scene = try Scene()
    let script = """
      "$1" tour &
      while kill -0 $!; do
        for command in $(pgrep -P $!); do kill -KILL $command; done
      done 2>/dev/null

      """
    try scene.write(script, to: "run.sh")
    let shell = Process()
    let errors = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["run.sh", Scene.program.path]
    shell.currentDirectoryURL = scene.folder
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = errors
    try shell.run()
    let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    let said = String(decoding: bytes, as: UTF8.self)
    #expect(said.hasPrefix("decent: the tour failed: 'decent --library "), "\(said)")
    #expect(said.contains("ended with status \(128 + SIGKILL)"), "\(said)")
  }
}
