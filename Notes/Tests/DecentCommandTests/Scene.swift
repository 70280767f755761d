// SPDX-License-Identifier: MIT

import Foundation

@testable import decent

/// A temporary folder in which tests run the built program, and its contents.
final class Scene: Sendable {
  /// The outcome of a run of the program.
  struct Outcome: Equatable, Sendable {
    var status: Int32
    var output = ""
    var errors = ""
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("decent-scene-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  /// A scene with two libraries, `laptop` and `phone`, that share the folder `shared` as the
  /// remote `cloud`.
  static func ofTwoDevices() throws -> Scene {
    let scene = try Scene()
    try scene.makeFolder("shared")
    for device in ["laptop", "phone"] {
      _ = try scene.done("--library", device, "remote", "add", "cloud", "shared")
    }
    return scene
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The program under test, which lies beside the tests.
  static let program: URL = {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return tests.bundleURL.deletingLastPathComponent().appendingPathComponent("decent")
    #else
      let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: "/")
      return tests.deletingLastPathComponent().appendingPathComponent("decent")
    #endif
  }()

  /// Runs the program in the folder, with nothing of this process's
  /// environment.
  func run(
    _ words: String..., input: [UInt8] = [], variables: [String: String] = [:]
  ) throws -> Outcome {
    try run(words: words, input: input, variables: variables)
  }

  func run(
    words: [String], input: [UInt8] = [], variables: [String: String] = [:]
  ) throws -> Outcome {
    let run = try Run(words, in: folder, input: input, variables: variables)
    return try run.finish()
  }

  /// The output of a run that must succeed.
  func done(_ words: String..., variables: [String: String] = [:]) throws -> String {
    let outcome = try run(words: words, variables: variables)
    guard outcome.status == 0 else { throw Failure(words: words, outcome: outcome) }
    return outcome.output
  }

  struct Failure: Error {
    let words: [String]
    let outcome: Outcome
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
  }

  /// An output with placeholders for all that differs between runs: ids, times and the folder.
  func plain(_ output: String) -> String {
    output.replacing(folder.path, with: "FOLDER")
      .replacing("  \(DeviceName.hostName ?? "")  ", with: "  HOST  ")
      .replacing("\"\(DeviceName.hostName ?? "")\"", with: "\"HOST\"")
      .replacing(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC| [+-]\d{4})/, with: "TIME")
      .replacing(/\b[0-9a-f]{8,32}\b/, with: "ID")
  }
}
