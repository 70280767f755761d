// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import SavedForms

/// The files of `Tests/Golden`: a folder for the version of the format, in it one for each type, in it
/// the samples of each part and their shown contents; the same with a few samples of earlier versions,
/// which are refused; and the list of them all.
enum GoldenFiles {
  /// The greatest size of a file.
  static let maximumSize = 4096

  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let root = package.appending(path: "Tests/Golden")

  /// Samples of one type, written by one version of the format.
  struct Folder: CustomStringConvertible {
    let version: UInt64
    let name: String
    var samples: [SavedSample] = []

    var url: URL { root.appending(path: "\(version)/\(name)") }
    var description: String { "\(version)/\(name)" }

    func url(of sample: SavedSample, _ suffix: String) -> URL {
      url.appending(path: "\(sample.part)-\(sample.name).\(suffix)")
    }

    /// The contents that a sample must show.
    func shown(_ sample: SavedSample) throws -> String {
      try String(contentsOf: url(of: sample, "txt"), encoding: .utf8)
    }
  }

  /// The folders of this version of the format.
  static func folders() throws -> [Folder] { try all().filter { $0.version == Frame.version } }

  /// The folders of earlier versions.
  static func olderFolders() throws -> [Folder] { try all().filter { $0.version < Frame.version } }

  private static func all() throws -> [Folder] {
    try names(in: root).filter { $0 != GoldenList.name }.flatMap { version in
      try names(in: root.appending(path: version)).map { name in
        guard let number = UInt64(version) else { throw Misplaced(name: version) }
        var folder = Folder(version: number, name: name)
        folder.samples = try samples(in: folder)
        return folder
      }
    }
  }

  private static func samples(in folder: Folder) throws -> [SavedSample] {
    try names(in: folder.url).filter { !$0.hasSuffix(".txt") }.map { file in
      let parts = file.split(separator: "-", maxSplits: 1)
      guard parts.count == 2, let part = SavedPart(rawValue: String(parts[0])),
        parts[1].hasSuffix(".bytes")
      else { throw Misplaced(name: "\(folder)/\(file)") }
      let bytes = try [UInt8](Data(contentsOf: folder.url.appending(path: file)))
      return SavedSample(part, String(parts[1].dropLast(6)), bytes)
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  /// A file whose name says nothing.
  struct Misplaced: Error {
    let name: String
  }
}
