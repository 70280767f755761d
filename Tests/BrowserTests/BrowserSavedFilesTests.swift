// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicatingText
import Testing

/// The module for browsers reads all saved bytes as the library does here.
@Suite struct BrowserSavedFilesTests {
  private let golden = Node.root.appendingPathComponent("Tests/Golden")

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  private func bytes(of file: URL) throws -> [UInt8] { try [UInt8](Data(contentsOf: file)) }

  /// All golden files are read alike, or refused alike.
  @Test func savedFiles() throws {
    let runs = TwoRuns()
    // Each type has four texts.
    #expect(try open(filesIn: golden, runs) >= 8, "golden texts are lacking")
    try expectNoDifference(runs)
  }

  /// - Returns: The number of texts among the files.
  private func open(filesIn folder: URL, _ runs: TwoRuns) throws -> Int {
    var texts = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      let file = folder.appendingPathComponent(path)
      guard file.pathExtension != "", !file.hasDirectoryPath else { continue }
      let bytes = try bytes(of: file)
      runs.open(bytes, as: file.path)
      if (try? ReplicatingText(encoded: bytes)) != nil { texts += 1 }
    }
    return texts
  }

  /// Each golden delta is merged into each golden text of its type, or refused. Each golden text
  /// gives a delta since each golden version.
  @Test func goldenDeltasAndVersions() throws {
    let current = golden.appendingPathComponent("\(Frame.version)")
    let folders = try names(in: current).filter { $0.hasPrefix("text") }
    #expect(Set(folders).isSuperset(of: ["text", "text-without-deleted-text"]))
    for folder in folders { try compareAll(in: current.appendingPathComponent(folder)) }
  }

  private func compareAll(in folder: URL) throws {
    let runs = TwoRuns()
    var samples: [String: [UInt8]] = [:]
    for name in try names(in: folder) where name.hasSuffix(".bytes") {
      samples[String(name.dropLast(6))] = try bytes(of: folder.appendingPathComponent(name))
    }
    let values = samples.filter { $0.key.hasPrefix("value-") }
    for (value, bytes) in values { runs.open(bytes, as: value) }
    for value in values.keys.sorted() {
      for (_, delta) in samples.filter({ $0.key.hasPrefix("delta-") }) {
        runs.copy(value, to: "copy")
        _ = try runs.take(delta, into: "copy")
      }
      for (_, version) in samples.filter({ $0.key.hasPrefix("version-") }) {
        try runs.compareDelta(of: value, since: version)
      }
    }
    // The text that the delta was made for takes it.
    runs.copy("value-base", to: "copy")
    #expect(try runs.take(#require(samples["delta-concurrent-since-base"]), into: "copy"))
    #expect(runs.read("copy").string == runs.read("value-concurrent").string, "\(folder.path)")
    #expect(!runs.read("copy").string.isEmpty, "\(folder.path)")
    try expectNoDifference(runs)
  }
}
