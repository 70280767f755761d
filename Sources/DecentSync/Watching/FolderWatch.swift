// SPDX-License-Identifier: MIT

/// Tells of changes in folders, as long as the watch is kept.
///
/// The system tells of changes through inotify on Linux and through kqueue on Darwin. It may tell
/// too much. It tells nothing of some disks, and nothing on other systems. So a remote is synced
/// now and then anyway (``RemoteWatch/Pace/poll``).
///
/// A change that a service carries is seen when the service has written it here, even if only as a
/// placeholder.
package final class FolderWatch {
  private let system: SystemFolderWatch

  /// Watches no folder yet.
  ///
  /// - Parameter onChange: The function that is called at each change, on some thread.
  package init(onChange: @escaping @Sendable () -> Void) {
    system = SystemFolderWatch(onChange: onChange)
  }

  /// Watches a folder, without the folders within it, or a file. The path need not exist. What is watched
  /// already, and still there, stays watched.
  ///
  /// Some systems report of a folder only that its names change. So a file that is written in place is added, too.
  package func add(_ path: String) { system.add(path) }
}

#if !os(Linux) && !canImport(Darwin)
  /// Notices nothing: on this system no way to watch folders is known.
  final class SystemFolderWatch {
    init(onChange: @escaping @Sendable () -> Void) {}

    func add(_ path: String) {}
  }
#endif

extension FolderStore {
  public var watchedFolders: [String] { [path, base, "\(base)/log"] }
}
