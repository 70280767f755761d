// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization

/// A service that carries a folder, as iCloud Drive does. It keeps the files elsewhere that a test
/// takes away.
final class FakeService: FileCarrier {
  private struct State {
    var files: [String: Data] = [:]
    var knowsSizes = true
    var isConnected = true
  }

  private let state = Mutex(State())

  func store(in folder: String) -> FolderStore {
    FolderStore(path: folder, files: CarriedFiles(SystemFiles(), carriedBy: self))
  }

  func forgetSizes() { state.withLock { $0.knowsSizes = false } }
  func disconnect() { state.withLock { $0.isConnected = false } }

  private func placeholder(of path: String) -> String {
    let url = URL(fileURLWithPath: path)
    return url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).icloud")
      .path(percentEncoded: false)
  }

  /// Leaves a placeholder of a file.
  func takeAway(_ path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.removeItem(atPath: path)
    try Data("placeholder".utf8).write(to: URL(fileURLWithPath: placeholder(of: path)))
    state.withLock { $0.files[path] = data }
  }

  func read(
    _ path: String, by read: (String) throws(SystemCallFailure) -> [UInt8]
  ) throws(SystemCallFailure) -> [UInt8] {
    let (data, isConnected) = state.withLock { ($0.files[path], $0.isConnected) }
    if let data {
      let isThere = FileManager.default.fileExists(atPath: placeholder(of: path))
      guard isThere, isConnected else {
        throw SystemCallFailure(call: "coordinate", path: path, code: isThere ? EAGAIN : ENOENT)
      }
      _ = FileManager.default.createFile(atPath: path, contents: data)
      try? FileManager.default.removeItem(atPath: placeholder(of: path))
      state.withLock { $0.files[path] = nil }
    }
    return try read(path)
  }

  func size(of path: String) -> Int? {
    state.withLock { $0.knowsSizes ? $0.files[path]?.count : nil }
  }
}
