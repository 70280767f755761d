// SPDX-License-Identifier: MIT

extension FolderStore {
  private static let temporaryPrefix = ".decent-"
  private static let temporarySuffix = ".tmp"

  /// The age in seconds after which an unfinished file is a leftover. No upload takes that long.
  private static let leftoverAge = 24 * 60 * 60

  /// Removes `entry` if a killed upload left it behind. Errors are ignored, for
  /// a reader may not be allowed to write here.
  func sweep(_ entry: String, in folder: String) {
    guard entry.hasPrefix(Self.temporaryPrefix), entry.hasSuffix(Self.temporarySuffix) else {
      return
    }
    let path = "\(folder)/\(entry)"
    guard case .file? = try? files.item(at: path),
      let age = try? files.age(of: path), age > Self.leftoverAge
    else { return }
    try? files.remove(path)
  }

  /// Creates an object, or throws `.exists` if the name is taken.
  ///
  /// The object is flushed to the disk when the call returns.
  public func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    try requireRoot()
    let isNew: Bool
    do throws(SystemCallFailure) {
      isNew = try write(bytes, toNew: path(of: name))
    } catch {
      try requireRoot()
      if error.isAboutExisting { throw .exists(name) }
      throw explained(error, subject: path(of: name), whileWriting: true, scope: .store)
    }
    guard isNew else { throw .exists(name) }
  }

  /// Writes a file, and flushes it to the disk.
  ///
  /// - Returns: Whether the name was free. A file of that name stays as it was.
  private func write(
    _ bytes: [UInt8], toNew target: String
  ) throws(SystemCallFailure) -> Bool {
    let folder = FolderStore.folder(of: target)
    try makeFolders(downTo: folder)
    guard try files.item(at: target) == nil else { return false }
    try publish(bytes, as: target, in: folder)
    try files.synchronize(folder)
    return true
  }

  private func makeFolders(downTo folder: String) throws(SystemCallFailure) {
    guard folder.utf8.count > path.utf8.count, try files.item(at: folder) != .folder else { return }
    let parent = FolderStore.folder(of: folder)
    try makeFolders(downTo: parent)
    do {
      try files.makeFolder(folder)
    } catch {
      // Another process may have made the folder. A file in its place is an error.
      guard try files.item(at: folder) == .folder else {
        throw SystemCallFailure(call: error.call, path: folder, code: error.codeForBlockedFolder)
      }
    }
    try files.synchronize(parent)
  }

  private func publish(
    _ bytes: [UInt8], as target: String, in folder: String
  ) throws(SystemCallFailure) {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    let temporary = "\(folder)/\(Self.temporaryPrefix)\(number)\(Self.temporarySuffix)"
    do {
      try files.write(bytes, toNew: temporary)
      try files.synchronize(temporary)
      try give(target, to: temporary)
    } catch {
      try? files.remove(temporary)
      throw error
    }
  }

  /// Gives a finished file its name, unless the name is taken.
  private func give(_ target: String, to temporary: String) throws(SystemCallFailure) {
    do {
      try files.link(temporary, toNew: target)
      try? files.remove(temporary)
    } catch {
      guard error.isAboutSupport else { throw error }
      // The file system has no hard links, as on many memory sticks. So an empty file claims the
      // name first, and the finished file replaces it.
      try files.write([], toNew: target)
      do {
        try files.move(temporary, replacing: target)
      } catch {
        try? files.remove(target)
        throw error
      }
    }
  }
}
