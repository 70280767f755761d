// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

/// A new folder beside the database for the remains of damaged documents. It is made when the first
/// is kept.
struct KeptDocuments {
  private let parent: String
  /// The folder, once something is in it.
  private(set) var path: String?

  init(in parent: String) {
    self.parent = parent
  }

  /// Writes files of a document, named after it.
  ///
  /// - Returns: The path of the first.
  @discardableResult
  mutating func keep(_ files: [(ending: String, bytes: [UInt8])], of name: String) throws -> String
  {
    let folder = try folder()
    let stem = "\(folder)/\(name.replacing("/", with: "-").escapingControls)"
    for file in files { try Self.write(file.bytes, to: stem + file.ending) }
    synchronizeFolder(of: stem)
    return stem + (files.first?.ending ?? "")
  }

  private mutating func folder() throws -> String {
    if let path { return path }
    var number = 1
    while true {
      let candidate = "\(parent)/damaged" + (number > 1 ? "-\(number)" : "")
      if mkdir(candidate, 0o700) == 0 {
        synchronizeFolder(of: candidate)
        path = candidate
        return candidate
      }
      guard errno == EEXIST else { throw Self.failure(candidate) }
      number += 1
    }
  }

  /// Writes a new file, to the disk itself: it may be the only copy.
  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw failure(path) }
      rest = rest.dropFirst(max(0, count))
    }
    guard fsync(file) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> DatabaseFailure {
    DatabaseFailure(systemError: errno, path: path)
  }
}
