// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation

/// Decoders of the content of a library's file, beside the saved forms.
extension FuzzTarget {
  static let files = [
    FuzzTarget(name: "packed-bytes", attempt: attackPackedBytes),
    FuzzTarget(name: "database-pages", attempt: attackDatabasePages),
  ]

  private static func attackPackedBytes(_ bytes: [UInt8]) -> Bool {
    // All stored bytes begin so.
    let frame = Array("DCN".utf8) + bytes
    let stored = PackedBytes.pack(frame)
    precondition((try? PackedBytes.unpack(stored)) == frame, "packing changes bytes")
    guard let content = try? PackedBytes.unpack(bytes) else { return true }
    precondition(
      content.count <= bytes.count * PackedBytes.greatestRatio, "more is unpacked than is allowed")
    return true
  }

  /// The file that is read. Each process has its own, since several may run.
  private static let path = FileManager.default.temporaryDirectory
    .appending(path: "decent-fuzz-\(ProcessInfo.processInfo.processIdentifier).sqlite")
    .path(percentEncoded: false)

  /// Reads a file that begins as a database of small pages and continues with `bytes`.
  private static func attackDatabasePages(_ bytes: [UInt8]) -> Bool {
    let pageSize = 512
    var file = Array("SQLite format 3\0".utf8) + [UInt8(pageSize >> 8), 0] + bytes
    // Pages are read as a whole.
    file += [UInt8](repeating: 0, count: (pageSize - file.count % pageSize) % pageSize)
    guard FileManager.default.createFile(atPath: path, contents: Data(file)) else {
      preconditionFailure("\(path) cannot be written")
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let pages = try? DatabasePages(of: path) else {
      preconditionFailure("\(path) cannot be read")
    }
    pages.forEachRow { row in precondition(row.values.count <= file.count, "more than is there") }
    precondition(pages.owners().keys.allSatisfy { (1...pages.count).contains($0) }, "no such page")
    return true
  }
}
