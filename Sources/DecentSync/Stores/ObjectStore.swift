// SPDX-License-Identifier: MIT

/// The entry of an object in a listing.
public struct ObjectInfo: Hashable, Sendable {
  /// The object's name.
  public let name: ObjectName
  /// The object's size in bytes.
  public let size: Int

  /// Makes the entry.
  public init(name: ObjectName, size: Int) {
    self.name = name
    self.size = size
  }
}

/// Storage that only stores: named objects, written once.
///
/// A store decides nothing and is trusted with nothing. It may lose, delay,
/// tear, rename or roll back objects, and its listings may be old. Its promises
/// are few:
///
/// - ``create(_:holding:)`` never changes an object that exists.
/// - An object created and neither deleted nor lost reads as it was created.
/// - ``list(prefix:)`` names objects, and nothing hidden, temporary or without a proper name. It
///   may also name an item that ``read(_:)`` can only report as faulty.
///
/// A call runs on the actor of its caller. A store on a disk (``FolderStore``) or in memory answers
/// with plain functions, which block the thread of their caller. A store that waits for a network
/// suspends instead, and never blocks.
///
/// When the caller's task is cancelled, a store may end a call early, with any error. The call may
/// still have taken effect. The caller finds out by asking again.
public protocol ObjectStore: Sendable {
  /// Lists the objects whose names begin with `prefix`, in no particular order.
  /// The empty prefix lists all.
  nonisolated(nonsending)
    func list(prefix: String) async throws(StoreError) -> [ObjectInfo]

  /// Reads a whole object.
  ///
  /// - Throws: `.missing` if there is no object of that name.
  nonisolated(nonsending)
    func read(_ name: ObjectName) async throws(StoreError) -> [UInt8]

  /// Creates an object, or throws `.exists` if the name is taken. An object of
  /// that name stays as it is.
  nonisolated(nonsending)
    func create(_ name: ObjectName, holding bytes: [UInt8]) async throws(StoreError)

  /// Deletes an object. A missing object counts as deleted.
  nonisolated(nonsending)
    func delete(_ name: ObjectName) async throws(StoreError)

  /// The place where a person finds an object, such as a file's path.
  func place(of name: ObjectName) -> String

  /// The folders on this device that change when the store changes, for a remote that is watched
  /// (`RemoteSync.watch`). Empty by default. Some folders may not exist yet.
  var watchedFolders: [String] { get }
}

extension ObjectStore {
  /// The object's name, for a store that a person cannot look into.
  public func place(of name: ObjectName) -> String { name.text }

  public var watchedFolders: [String] { [] }
}
