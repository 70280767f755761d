// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

/// A place that a library syncs with.
public struct Remote: Hashable, Sendable {
  /// The maximum number of characters in a name.
  public static let maximumNameLength = 64

  /// The name that the user gave the remote.
  public let name: String
  /// The shared folder.
  public let folder: String
  /// Whether the library cannot read all of the name. The name then has U+FFFD in place of the
  /// damage.
  public private(set) var isNameDamaged = false
  /// Whether the library cannot read all of the folder. The folder then has U+FFFD in place of the
  /// damage.
  public private(set) var isFolderDamaged = false

  /// Makes a remote.
  public init(name: String, folder: String) {
    self.name = name
    self.folder = folder
  }

  /// Reads a remote as the library stores it.
  fileprivate init(storedName: [UInt8], folder: [UInt8]) {
    self.init(
      name: String(decoding: storedName, as: UTF8.self),
      folder: String(decoding: folder, as: UTF8.self))
    isNameDamaged = String(validating: storedName, as: UTF8.self) == nil
    isFolderDamaged = String(validating: folder, as: UTF8.self) == nil
  }

  /// Whether the name or the folder is damaged. A damaged remote cannot be synced with, but can be
  /// removed.
  public var isDamaged: Bool { isNameDamaged || isFolderDamaged }

  /// Checks the name. Checks that the folder is not a folder that a store keeps inside a remote.
  ///
  /// - Throws: ``LibraryFailure/unsuitableRemoteName(_:)`` and
  ///   ``LibraryFailure/insideOfRemote(folder:outer:)``.
  public func check() throws(LibraryFailure) {
    let isSuitable =
      (1...Self.maximumNameLength).contains(name.count)
      // A character may have any number of combining marks.
      && name.utf8.count <= 16 * Self.maximumNameLength
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    guard isSuitable, name.first != "-" else { throw .unsuitableRemoteName(name) }
    if let outer = FolderStore.store(around: folder) {
      throw .insideOfRemote(folder: folder, outer: outer)
    }
  }

  /// Checks that the remote's folder and the folder of a library do not contain each other. A
  /// service that syncs the remote's folder would sync the library's database too, and two programs
  /// would write the database.
  ///
  /// - Parameter library: The folder of the library, which need not exist yet.
  /// - Throws: ``LibraryFailure/remoteInLibrary(folder:library:)`` and
  ///   ``LibraryFailure/libraryInRemote(folder:library:)``.
  public func check(besideLibraryIn library: String) throws(LibraryFailure) {
    let place = FolderPlace(of: folder)
    let home = FolderPlace(of: library)
    guard !home.contains(place) else {
      throw .remoteInLibrary(folder: folder, library: library)
    }
    guard !place.contains(home) else {
      throw .libraryInRemote(folder: folder, library: library)
    }
  }
}

extension Library {
  /// The remotes, sorted by name. A damaged remote (``Remote/isDamaged``) does not prevent reading
  /// the others.
  public func remotes() throws -> [Remote] {
    try documents.rows(
      "SELECT CAST(name AS BLOB), CAST(folder AS BLOB) FROM remotes ORDER BY name"
    ) { Remote(storedName: $0.bytesIfPresent(at: 0) ?? [], folder: $0.bytesIfPresent(at: 1) ?? []) }
  }

  /// The remote with a name.
  ///
  /// - Throws: ``LibraryFailure/unknownRemote(name:known:)``.
  public func remote(named name: String) throws -> Remote {
    let remotes = try remotes()
    guard let remote = remotes.first(where: { $0.name == name }) else {
      throw LibraryFailure.unknownRemote(name: name, known: remotes.map(\.name))
    }
    return remote
  }

  /// Adds a remote; nothing is sent before the next sync. The remote replaces a damaged remote of
  /// the same name.
  ///
  /// - Throws: ``LibraryFailure/remoteExists(name:folder:)``,
  ///   ``LibraryFailure/remoteFolderTaken(name:folder:)``, and the errors of the checks of a
  ///   remote.
  public func add(_ remote: Remote) throws {
    try remote.check()
    try remote.check(besideLibraryIn: folder)
    try documents.transaction {
      let all = try remotes()
      for damaged in all where damaged.isDamaged && damaged.name == remote.name {
        try takeOut(damaged)
      }
      let known = all.filter { !$0.isDamaged }
      if let same = known.first(where: { $0.name == remote.name }) {
        throw LibraryFailure.remoteExists(name: same.name, folder: same.folder)
      }
      if let same = Self.remote(of: remote.folder, among: known) {
        throw LibraryFailure.remoteFolderTaken(name: same.name, folder: same.folder)
      }
      // A sync that ran while a remote of this name was removed may have stored sync state.
      try forgetSyncState(of: remote.name)
      try insert(remote)
    }
  }

  /// Stores a remote. The caller has begun a transaction.
  func insert(_ remote: Remote) throws {
    try documents.run(
      "INSERT INTO remotes (name, folder) VALUES (?, ?)", .text(remote.name), .text(remote.folder))
  }

  /// Deletes a remote from its table. The caller has begun a transaction.
  func takeOut(_ remote: Remote) throws {
    let names = try documents.rows("SELECT CAST(name AS BLOB) FROM remotes") {
      $0.bytesIfPresent(at: 0) ?? []
    }
    for name in names where String(decoding: name, as: UTF8.self) == remote.name {
      try documents.run("DELETE FROM remotes WHERE CAST(name AS BLOB) = ?", .bytes(name))
    }
  }

  /// The remote with the same folder and an alphabetically earlier name; nil if there is none.
  /// Changed links or mounts can give two remotes the same folder after the remotes were added.
  ///
  /// A folder under two names is synced once, under the first name.
  public func earlierRemote(withFolderOf remote: Remote) throws -> Remote? {
    let earlier = try remotes().prefix { $0.name != remote.name }.filter { !$0.isDamaged }
    return Self.remote(of: remote.folder, among: earlier)
  }

  private static func remote(of folder: String, among remotes: [Remote]) -> Remote? {
    let place = FolderPlace(of: folder)
    return remotes.first { FolderPlace(of: $0.folder) == place }
  }

  /// Forgets a remote and its sync state. The objects in its folder stay there.
  ///
  /// - Throws: ``LibraryFailure/unknownRemote(name:known:)``.
  public func removeRemote(named name: String) throws {
    try documents.transaction {
      let remote = try remote(named: name)
      try forgetSyncState(of: name)
      try takeOut(remote)
    }
  }

  /// Forgets the sync state of a remote. The caller has begun a transaction.
  func forgetSyncState(of remote: String) throws {
    try documents.forget(RemoteName(remote))
  }
}
