// SPDX-License-Identifier: MIT

import Foundation

/// The module for browsers, in node: its size, and sequential traces in it.
///
/// `browser.mjs` measures; `Benchmarks/run` has built the module.
enum Browser: BenchmarkTask {
  static let name = "browser"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("decent-browser-\(UUID().uuidString)")
    let rows = folder.appendingPathComponent("rows.jsonl")
    try inputs.write(to: folder.path)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard FileManager.default.createFile(atPath: rows.path, contents: nil) else {
      throw WrongResult(description: "cannot write \(rows.path)")
    }
    let node = Process()
    node.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    node.arguments = ["node", "browser.mjs", folder.path]
    node.standardOutput = try FileHandle(forWritingTo: rows)
    try node.run()
    node.waitUntilExit()
    try WrongResult.check(node.terminationStatus == 0, "browser.mjs failed")
    try [Row](readingLinesOf: rows.path).forEach(recorder.add)
  }
}
