// SPDX-License-Identifier: MIT

import Foundation

/// A folder that is there as long as this value is.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("decent-notes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }
}
