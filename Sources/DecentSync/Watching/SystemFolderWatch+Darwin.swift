// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
  import Dispatch

  /// Watches folders, and the files that are in them, through kqueue.
  final class SystemFolderWatch {
    private var sources: [String: any DispatchSourceFileSystemObject] = [:]
    private let onChange: @Sendable () -> Void

    init(onChange: @escaping @Sendable () -> Void) {
      self.onChange = onChange
    }

    deinit {
      sources.values.forEach { $0.cancel() }
    }

    /// A folder's own events tell of names alone, so its files are watched too.
    func add(_ folder: String) {
      let names = (try? SystemFiles().names(in: folder)) ?? []
      // Objects are never changed; only the few files of a library are.
      let files = names.count > 16 ? [] : names.map { "\(folder)/\($0)" }
      for path in [folder] + files { watch(path) }
    }

    private func watch(_ path: String) {
      if let source = sources[path], source.data.isDisjoint(with: [.delete, .rename]) { return }
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename])
      source.setEventHandler(handler: onChange)
      source.setCancelHandler { close(descriptor) }
      sources.updateValue(source, forKey: path)?.cancel()
      source.activate()
    }
  }
#endif
