// SPDX-License-Identifier: MIT

import Foundation
import FuzzTargets
import Testing

/// The fuzzers begin well: each decoder that they attack stands what they begin with, and has
/// something to begin with.
@Suite struct SeedTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func everySeedIsStood(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let seeds = try Self.seeds(of: name)
    // A decoder of bytes that needs no beginning has no file.
    if name != "base64" { #expect(!seeds.isEmpty) }
    var isUseful = seeds.isEmpty
    for seed in seeds {
      if target.attempt(seed) { isUseful = true }
      _ = target.attempt(Array(seed.prefix(seed.count / 2)))
    }
    #expect(isUseful, "no seed of \(name) is worth beginning with")
  }

  @Test func namesDiffer() {
    #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
  }

  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The golden files of a target, of whichever version, and its files in `Fuzz/seeds`.
  private static func seeds(of name: String) throws -> [[UInt8]] {
    let files = FileManager.default
    let golden = package.appending(path: "Tests/Golden")
    let versions = try files.contentsOfDirectory(atPath: path(golden))
    let folders =
      versions.map { golden.appending(path: "\($0)/\(name)") }
      + [package.appending(path: "Fuzz/seeds/\(name)")]
    return try folders.filter { files.fileExists(atPath: path($0)) }.flatMap { folder in
      try files.contentsOfDirectory(atPath: path(folder)).sorted().map { file in
        try [UInt8](Data(contentsOf: folder.appending(path: file)))
      }
    }
  }

  private static func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
