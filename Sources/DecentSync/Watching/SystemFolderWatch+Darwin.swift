// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
  import Dispatch

  /// Watches folders and files through kqueue. Of a folder, kqueue reports only changes of the
  /// names in the folder.
  final class SystemFolderWatch {
    private struct Watched {
      let source: any DispatchSourceFileSystemObject
      let descriptor: Int32
    }

    private var watched: [String: Watched] = [:]
    private let onChange: @Sendable () -> Void

    init(onChange: @escaping @Sendable () -> Void) {
      self.onChange = onChange
    }

    deinit {
      watched.values.forEach { $0.source.cancel() }
    }

    func add(_ path: String) {
      if let known = watched[path] {
        if Self.isNamed(known.descriptor, path) { return }
        // The source closes the descriptor.
        known.source.cancel()
        watched[path] = nil
      }
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename])
      source.setEventHandler(handler: onChange)
      source.setCancelHandler { close(descriptor) }
      watched[path] = Watched(source: source, descriptor: descriptor)
      source.activate()
    }

    /// Whether a path still names the file or folder of a descriptor. No other file gets the inode
    /// number of an open file.
    private static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
      var held = stat()
      var named = stat()
      return fstat(descriptor, &held) == 0 && stat(path, &named) == 0
        && held.st_dev == named.st_dev && held.st_ino == named.st_ino
    }
  }
#endif
