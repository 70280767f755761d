// SPDX-License-Identifier: MIT

/// Notices that something changes in folders. It may notice too much, and on some disks
/// nothing at all: whoever uses it looks now and then anyway.
protocol FolderWatch: AnyObject {
  /// Watches a folder, which need not be there, and not those within it. What is watched
  /// already, and still there, stays so.
  func add(_ folder: String)
}

extension FolderWatch where Self == SystemFolderWatch {
  /// The system's own.
  ///
  /// - Parameter onChange: Told on some thread that something changed in some folder.
  static func system(onChange: @escaping @Sendable () -> Void) -> SystemFolderWatch {
    SystemFolderWatch(onChange: onChange)
  }
}
