// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync

/// A place that a library syncs with.
public struct Remote: Hashable, Sendable {
  /// The most characters of a name.
  public static let maximumNameLength = 64

  /// The name that the user gave it.
  public let name: String
  /// The shared folder.
  public let folder: String

  /// Makes a remote.
  public init(name: String, folder: String) {
    self.name = name
    self.folder = folder
  }

  /// Checks the name.
  ///
  /// - Throws: ``LibraryFailure/unsuitableRemoteName(_:)``.
  public func check() throws(LibraryFailure) {
    let isSuitable =
      (1...Self.maximumNameLength).contains(name.count)
      // A character may have any number of marks.
      && name.utf8.count <= 16 * Self.maximumNameLength
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    guard isSuitable, name.first != "-" else { throw .unsuitableRemoteName(name) }
  }

  /// Checks that neither this folder nor that of a library lies in the other. A service that
  /// carries the remote would carry the library's database too, and two programs would write it.
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
  /// The remotes, by name.
  public func remotes() throws -> [Remote] {
    try database.rows("SELECT name, folder FROM remotes ORDER BY name") {
      row throws(DatabaseFailure) in
      Remote(name: try row.text(at: 0), folder: try row.text(at: 1))
    }
  }

  /// The remote of a name.
  ///
  /// - Throws: ``LibraryFailure/unknownRemote(name:known:)``.
  public func remote(named name: String) throws -> Remote {
    let remotes = try remotes()
    guard let remote = remotes.first(where: { $0.name == name }) else {
      throw LibraryFailure.unknownRemote(name: name, known: remotes.map(\.name))
    }
    return remote
  }

  /// Adds a remote; nothing is sent before the next sync.
  ///
  /// - Throws: ``LibraryFailure/remoteExists(name:folder:)``,
  ///   ``LibraryFailure/remoteFolderTaken(name:folder:)``, and the errors of the checks of a
  ///   remote.
  public func add(_ remote: Remote) throws {
    try remote.check()
    try remote.check(besideLibraryIn: folder)
    try database.transaction {
      let known = try remotes()
      if let same = known.first(where: { $0.name == remote.name }) {
        throw LibraryFailure.remoteExists(name: same.name, folder: same.folder)
      }
      if let same = Self.remote(of: remote.folder, among: known) {
        throw LibraryFailure.remoteFolderTaken(name: same.name, folder: same.folder)
      }
      // A sync with a remote of that name may have been running while it was removed.
      try forgetBooks(of: remote.name)
      try database.run(
        "INSERT INTO remotes (name, folder) VALUES (?, ?)", .text(remote.name),
        .text(remote.folder))
    }
  }

  /// The remote with an earlier name that leads to the same folder now. Links and mounts may have
  /// changed since both were added.
  ///
  /// A folder under two names is synced once, under the first.
  public func twin(of remote: Remote) throws -> Remote? {
    let earlier = try remotes().prefix { $0.name != remote.name }
    return Self.remote(of: remote.folder, among: Array(earlier))
  }

  private static func remote(of folder: String, among remotes: [Remote]) -> Remote? {
    let place = FolderPlace(of: folder)
    return remotes.first { FolderPlace(of: $0.folder) == place }
  }

  /// Forgets a remote and the books of it. The objects in its folder stay there.
  ///
  /// - Throws: ``LibraryFailure/unknownRemote(name:known:)``.
  public func removeRemote(named name: String) throws {
    try database.transaction {
      _ = try remote(named: name)
      try forgetBooks(of: name)
      try database.run("DELETE FROM remotes WHERE name = ?", .text(name))
    }
  }

  /// Forgets the books of a remote. The caller has begun a transaction.
  func forgetBooks(of remote: String) throws {
    try policy(for: RemoteName(remote)).close()
  }
}
