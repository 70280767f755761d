// SPDX-License-Identifier: MIT

import Foundation

/// Recorded edits of real people, in the form of the data sets at
/// josephg/editing-traces on GitHub.
struct Trace: Codable {
  struct Transaction: Codable {
    /// The earlier transactions whose merge the author saw; nil in a sequential trace.
    var parents: [Int]?
    var agent: Int?
    var patches: [Patch]
  }

  /// Deletes some scalars and inserts others in their place.
  struct Patch: Codable {
    var position: Int
    var deleted: Int
    var inserted: String

    init(position: Int, deleted: Int, inserted: String) {
      self.position = position
      self.deleted = deleted
      self.inserted = inserted
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      position = try container.decode(Int.self)
      deleted = try container.decode(Int.self)
      inserted = try container.decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(position)
      try container.encode(deleted)
      try container.encode(inserted)
    }
  }

  var startContent: String?
  var endContent: String
  var txns: [Transaction]

  var isConcurrent: Bool { txns.contains { $0.parents != nil } }

  /// All patches, one after the other.
  var patches: [Patch] { txns.flatMap(\.patches) }
}

/// A trace and the name of its file.
struct NamedTrace {
  var name: String
  var trace: Trace

  private static let ending = ".json.gz"

  /// Every trace in a folder, by name.
  static func all(in folder: String) throws -> [NamedTrace] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(ending) }.sorted()
      .map { file in
        let json = try unzipped("\(folder)/\(file)")
        let trace = try JSONDecoder().decode(Trace.self, from: json)
        return NamedTrace(name: String(file.dropLast(ending.count)), trace: trace)
      }
  }

  private static func unzipped(_ file: String) throws -> Data {
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", file]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try gzip.run()
    return pipe.fileHandleForReading.readDataToEndOfFile()
  }
}
