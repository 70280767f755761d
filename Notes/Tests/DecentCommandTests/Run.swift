// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// A run of the program that may still go on.
final class Run {
  private let process = Process()
  private let files: URL

  /// Starts the program.
  ///
  /// Outputs go to files, which hold any amount without a reader.
  init(
    _ words: [String], in folder: URL, input: [UInt8] = [], variables: [String: String] = [:]
  ) throws {
    files = folder.appendingPathComponent("run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: false)
    process.executableURL = Scene.program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(variables) { $1 }
    try Data(input).write(to: files.appendingPathComponent("input"))
    process.standardInput = try FileHandle(
      forReadingFrom: files.appendingPathComponent("input"))
    process.standardOutput = try Self.file(files.appendingPathComponent("output"))
    process.standardError = try Self.file(files.appendingPathComponent("errors"))
    try Self.interruptions.withLock { _ in
      let handlers = [SIGINT, SIGHUP].map { ($0, signal($0, SIG_DFL)) }
      defer { for (number, handler) in handlers { signal(number, handler) } }
      try process.run()
    }
  }

  /// Held while the signals that end the program have their usual effect here: the program has it
  /// from here. A shell lets the tests ignore SIGINT behind `&`, and nohup SIGHUP.
  private static let interruptions = Mutex(())

  /// Kills the program as `kill -9` does; it may have ended already.
  func kill() {
    #if canImport(Darwin)
      Darwin.kill(process.processIdentifier, SIGKILL)
    #else
      Foundation.kill(process.processIdentifier, SIGKILL)
    #endif
  }

  /// Tells the program that its terminal was closed.
  func hangUp() {
    #if canImport(Darwin)
      _ = Darwin.kill(process.processIdentifier, SIGHUP)
    #else
      _ = Foundation.kill(process.processIdentifier, SIGHUP)
    #endif
  }

  /// Asks the program to end, as a system does that shuts down.
  func terminate() { process.terminate() }

  /// Asks the program to end, as control-C does.
  func interrupt() { process.interrupt() }

  /// Whether the program has not ended.
  var isRunning: Bool { process.isRunning }

  /// The output so far.
  var output: String { get throws { try text("output") } }

  /// The standard error output so far.
  var errors: String { get throws { try text("errors") } }

  /// Waits for the end of the program.
  func finish() throws -> Scene.Outcome {
    process.waitUntilExit()
    defer { try? FileManager.default.removeItem(at: files) }
    let wasKilled = process.terminationReason == .uncaughtSignal
    return Scene.Outcome(
      status: wasKilled ? -process.terminationStatus : process.terminationStatus,
      output: try text("output"), errors: try errors)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: files.appendingPathComponent(name)), as: UTF8.self)
  }

  private static func file(_ url: URL) throws -> FileHandle {
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }
}
