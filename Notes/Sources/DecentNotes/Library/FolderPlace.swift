// SPDX-License-Identifier: MIT

import Foundation

/// The folder that a path leads to at this moment. Links are followed, and two names of one folder
/// are the same place.
struct FolderPlace: Hashable {
  private enum Identity: Hashable {
    /// A folder that exists.
    case file(device: UInt64, number: UInt64)
    /// A folder that does not exist.
    case path(String)
  }

  private let identity: Identity
  /// The path, without links in the part that exists.
  private let path: String

  init(of path: String) {
    self.path = Self.resolved(path)
    var status = stat()
    identity =
      stat(self.path, &status) == 0
      ? .file(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino))
      : .path(self.path)
  }

  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// Whether another folder is this folder or lies in it, at any depth.
  func contains(_ other: FolderPlace) -> Bool {
    var inner = other
    while inner != self {
      let parent = (inner.path as NSString).deletingLastPathComponent
      guard parent != inner.path, !parent.isEmpty else { return false }
      inner = FolderPlace(of: parent)
    }
    return true
  }

  private static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let parent = (path as NSString).deletingLastPathComponent
    guard parent != path, !parent.isEmpty else { return path }
    let name = (path as NSString).lastPathComponent
    return (resolved(parent) as NSString).appendingPathComponent(name)
  }
}
