// SPDX-License-Identifier: MIT

/// Tells a ``ChangeSignal`` that something changes in folders, as long as it is kept.
///
/// The system tells it: through inotify on Linux, through kqueue on Darwin. It may tell too much,
/// and of some disks, and on other systems, nothing at all. So a watch looks now and then anyway
/// (``WatchSchedule/Pace/poll``).
///
/// A change by a service is seen when the service has written it here, be it a placeholder.
package final class FolderWatch {
  private let system: SystemFolderWatch

  /// Watches no folder yet.
  ///
  /// - Parameter signal: Is told of each change, on some thread.
  package init(noting signal: ChangeSignal) {
    system = SystemFolderWatch { signal.note() }
  }

  /// Watches no folder yet.
  ///
  /// - Parameter onChange: Is called at each change, on some thread.
  package init(onChange: @escaping @Sendable () -> Void) {
    system = SystemFolderWatch(onChange: onChange)
  }

  /// Watches a folder, which need not be there, and not those within it. What is watched
  /// already, and still there, stays so.
  package func add(_ folder: String) { system.add(folder) }
}

#if !os(Linux) && !canImport(Darwin)
  /// Notices nothing: there is nothing known to this system that does.
  final class SystemFolderWatch {
    init(onChange: @escaping @Sendable () -> Void) {}

    func add(_ folder: String) {}
  }
#endif

extension FolderStore {
  public var watchedFolders: [String] { [path, base, "\(base)/log"] }
}
