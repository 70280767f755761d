// SPDX-License-Identifier: MIT

#if os(Linux)
  import Dispatch

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Watches folders through inotify.
  final class SystemFolderWatch {
    private let descriptor: Int32
    private let source: (any DispatchSourceRead)?

    init(onChange: @escaping @Sendable () -> Void) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      self.descriptor = descriptor
      guard descriptor >= 0 else {
        source = nil
        return
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler {
        // The kind of change does not matter: the receiver finds out what changed.
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        onChange()
      }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      self.source = source
    }

    deinit {
      source?.cancel()
    }

    /// The watch of a folder reports changes of its files, too. So the path of a file adds nothing.
    func add(_ path: String) {
      guard descriptor >= 0 else { return }
      let events =
        IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      // A folder that is watched already keeps its watch.
      _ = inotify_add_watch(descriptor, path, UInt32(events))
    }
  }
#endif
