// SPDX-License-Identifier: MIT

import Foundation

/// Recorded keystrokes of real people, in the form of the data sets at
/// josephg/editing-traces on GitHub.
package struct RecordedSession: Decodable {
  package struct Transaction: Decodable {
    /// The transactions it builds on; nil in a session of one person.
    package let parents: [Int]?
    package let agent: Int?
    package let patches: [Patch]
  }

  package struct Patch: Decodable {
    /// Unicode scalars before it.
    package let position: Int
    /// How many Unicode scalars it deletes.
    package let deleted: Int
    package let inserted: String

    package init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      position = try container.decode(Int.self)
      deleted = try container.decode(Int.self)
      inserted = try container.decode(String.self)
    }

    package var range: Range<Int> { position..<(position + deleted) }
  }

  package let startContent: String?
  package let endContent: String
  package let txns: [Transaction]

  package var isConcurrent: Bool { txns.contains { $0.parents != nil } }
}

extension RecordedSession {
  /// The folder that `DECENT_TRACES` names; nil if it is not set.
  package static let folder = ProcessInfo.processInfo.environment["DECENT_TRACES"]
    .map { URL(fileURLWithPath: $0) }

  /// The names of all sessions in a folder, ascending.
  package static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json.gz") }.sorted()
  }

  /// Reads a gzipped session.
  package init(unzipping file: URL) throws {
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-dc", file.path]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try gzip.run()
    let json = pipe.fileHandleForReading.readDataToEndOfFile()
    self = try JSONDecoder().decode(Self.self, from: json)
  }
}
