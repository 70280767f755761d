// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs the scripts beside this file, in `node`.
enum Node {
  private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The folder of the package.
  static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  /// The module for browsers, if it was made.
  static let module = root.appendingPathComponent("Browser/.build/decent.wasm")

  /// The module that has notes too, if it was made.
  static let moduleOfNotes = root.appendingPathComponent("Browser/.build/decent-notes.wasm")

  /// - Returns: The status of the script, and its whole output.
  static func run(
    _ script: String, _ arguments: [String]
  ) throws -> (status: Int32, words: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["node", folder.appendingPathComponent(script).path] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Runs steps in a module.
  ///
  /// - Returns: The differences that the script found; empty if there are none.
  static func differences(
    of steps: [[Any]], devices: Int, in module: URL, by script: String
  ) throws -> String {
    guard FileManager.default.fileExists(atPath: module.path) else {
      return "no module for browsers at \(module.path); make it with: make wasm"
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("decent-two-runs-\(UUID().uuidString).json")
    try JSONSerialization.data(withJSONObject: ["steps": steps, "devices": devices])
      .write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (status, words) = try run(script, [module.path, file.path])
    if status == 0, words == "\(steps.count) steps, no difference\n" { return "" }
    return "node ended with \(status): \(words)"
  }
}

/// Steps done natively, which the module for browsers repeats.
protocol RecordedRuns {
  /// The differences in the module's results; empty if there are none.
  func differences() throws -> String
}

/// Checks that the module for browsers had the same results.
func expectNoDifference(
  _ runs: some RecordedRuns, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let differences = try runs.differences()
  #expect(differences.isEmpty, "\(differences)", sourceLocation: sourceLocation)
}
