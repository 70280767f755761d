// SPDX-License-Identifier: MIT

/// Reports changes in folders, as long as the watch is kept.
///
/// The system reports changes through inotify on Linux and through kqueue on Darwin. Some reports
/// are superfluous. Changes on some disks are not reported, and other systems report nothing. So a
/// remote is synced now and then anyway (``RemoteWatch/Pace/poll``).
///
/// A change in a folder that a service carries is reported once the service has written the file on
/// this device, even if only as a placeholder.
package final class FolderWatch {
  private let system: SystemFolderWatch

  /// Makes a watch without folders.
  ///
  /// - Parameter onChange: The function that is called at each change, on some thread.
  package init(onChange: @escaping @Sendable () -> Void) {
    system = SystemFolderWatch(onChange: onChange)
  }

  /// Watches a folder, without the folders within it, or a file. The path need not exist. A path
  /// that is watched already, and whose file is still there, stays watched.
  ///
  /// Some systems report only changes of the names in a folder. So a file that is written in place
  /// must be added, too.
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
