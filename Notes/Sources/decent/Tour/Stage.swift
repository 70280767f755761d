// SPDX-License-Identifier: MIT

import Foundation

/// A temporary folder in which a tour runs commands. Each command has a process of its own.
struct Stage {
  private let console: Console
  private let folder: URL
  private let program: URL

  /// Makes the folder.
  init(on console: Console) throws {
    guard let program = Bundle.main.executableURL else {
      throw CommandFailure.tourFailed("the program cannot find its own file")
    }
    self.console = console
    self.program = program
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("decent-tour-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Deletes the folder.
  func clear() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Prints text between commands.
  func say(_ text: String) throws {
    try console.write("\n\(text)\n")
  }

  /// Makes a folder, as `mkdir` does.
  func makeFolder(_ name: String) throws {
    try console.print("$ mkdir \(name)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(name), withIntermediateDirectories: false)
  }

  /// Shows a command, runs it and shows its output.
  func run(_ words: String...) throws {
    try console.print("$ " + (["decent"] + words).map(Self.quoted).joined(separator: " "))
    try console.write(try output(of: words))
  }

  /// Runs a command without showing it, and returns its output.
  ///
  /// - Throws: ``CommandFailure/tourFailed(_:)`` unless the command succeeds.
  func output(of words: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // Shells add 128 to the number of a signal.
    let status = process.terminationStatus + (process.terminationReason == .exit ? 0 : 128)
    guard status == 0 else {
      throw CommandFailure.tourFailed(
        "'decent \(words.joined(separator: " "))' ended with status \(status)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A word as a person types it in a shell.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "+-_./".contains($0) }
    return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
