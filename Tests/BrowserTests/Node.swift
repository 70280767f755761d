// SPDX-License-Identifier: MIT

import Foundation

/// Runs the scripts beside this file, in `node`.
enum Node {
  private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The folder of the package.
  static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  /// The module for browsers, if it was made.
  static let module = root.appendingPathComponent("Browser/.build/decent.wasm")

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
}
