// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// A new folder for the remains of damaged documents. The folder is made when the first file is
/// kept.
package struct KeptDocuments {
  private let parent: String
  /// The path of the folder; nil if no file was kept.
  package private(set) var path: String?

  /// - Parameter parent: An existing folder, in which the new folder is made.
  package init(in parent: String) {
    self.parent = parent
  }

  /// Writes files of a document. The file names begin with `name`. If such files exist already, a
  /// number follows `name`.
  ///
  /// - Returns: The path of the first file.
  @discardableResult
  package mutating func keep(
    _ files: [(ending: String, bytes: [UInt8])], of name: String
  ) throws -> String {
    let folder = try folder()
    let first = "\(folder)/\(name.replacing("/", with: "-").withControlsEscaped)"
    var (stem, number) = (first, 1)
    while files.contains(where: { FileManager.default.fileExists(atPath: stem + $0.ending) }) {
      number += 1
      stem = "\(first)-\(number)"
    }
    for file in files { try Self.write(file.bytes, to: stem + file.ending) }
    SystemFiles().synchronizeFolder(of: stem)
    return stem + (files.first?.ending ?? "")
  }

  /// Removes the folder. Called after a failed repair, when the library still has the documents.
  package mutating func discard() {
    if let path { try? FileManager.default.removeItem(atPath: path) }
    path = nil
  }

  private mutating func folder() throws -> String {
    if let path { return path }
    var number = 1
    while true {
      let candidate = "\(parent)/damaged" + (number > 1 ? "-\(number)" : "")
      if mkdir(candidate, 0o700) == 0 {
        SystemFiles().synchronizeFolder(of: candidate)
        path = candidate
        return candidate
      }
      guard errno == EEXIST else { throw DatabaseFailure(systemError: errno, path: candidate) }
      number += 1
    }
  }

  /// Writes a new file and flushes the file to the disk: it may be the only copy of the bytes.
  private static func write(_ bytes: [UInt8], to path: String) throws(DatabaseFailure) {
    do {
      try SystemFiles().writePrivately(bytes, toNew: path)
    } catch {
      throw DatabaseFailure(error)
    }
  }
}
