// SPDX-License-Identifier: MIT

/// A store in a folder whose files another program may copy to other devices.
///
/// Objects are the files below `decent-7` in that folder. They appear whole: each is written under
/// a hidden name, flushed to the disk, then given its name in one step. On a file system without
/// hard links, an empty file claims the name first. A crash may leave that file, which readers take
/// for a torn object.
///
/// A crash may also leave a file under its hidden name. Listing removes such
/// files after a day, for no upload takes that long.
///
/// The store never makes the folder itself. If the folder is missing, its disk
/// may be missing too, and nothing must be written in the disk's place.
public struct FolderStore: ObjectStore {
  /// The folder the user chose.
  public let path: String

  let files: any FileSystem

  /// Makes a store in a folder.
  ///
  /// - Parameter path: The folder. It need not be reachable yet.
  public init(path: String) {
    self.init(path: path, files: SystemFiles())
  }

  /// Makes a store in a folder of a file system.
  package init(path: String, files: any FileSystem) {
    self.path = path
    self.files = files
  }

  private static let baseName = "decent-7"

  /// The folder in which earlier programs kept all objects, in formats that this program does not
  /// read. The folder is listed, and left as it is.
  private static let formerName = "decent-1"

  /// The folder of all objects.
  var base: String { "\(path)/\(Self.baseName)" }

  func path(of name: ObjectName) -> String {
    "\(Self.isBesideBase(name.text) ? path : base)/\(name)"
  }

  private static func isBesideBase(_ name: String) -> Bool {
    name == formerName || isCopyOfBase(name)
  }

  /// Whether an item beside the folder of all objects has the name of a copy of that folder, such
  /// as "decent-7 (1)".
  private static func isCopyOfBase(_ name: String) -> Bool {
    name.hasPrefix(baseName) && !name.contains("/")
      && name.dropFirst(baseName.count).first.map { !$0.isNumber } ?? false
  }

  /// The folder of the store, if a path leads to `decent-7` or `decent-1`, or to the folder `log`
  /// or `devices` in one of these. People see these folders and pick them. A store made with such a
  /// path would find no other device's objects.
  ///
  /// Only the names in the path are looked at. No file is read.
  ///
  /// - Returns: The path to make the store with; nil if the path does not lead into a store.
  public static func store(around path: String) -> String? {
    let parts = path.split(separator: "/")
    let isInBase = parts.last.flatMap { ObjectName(String($0)) }.map(isOfDevices) ?? false
    let base = isInBase ? parts.dropLast() : parts[...]
    guard let name = base.last, [baseName, formerName].contains(String(name)) else { return nil }
    let outer = base.dropLast().joined(separator: "/")
    if path.hasPrefix("/") { return "/" + outer }
    return outer.isEmpty ? "." : outer
  }

  public func place(of name: ObjectName) -> String { path(of: name) }

  /// Lists the objects whose names begin with `prefix`. Ignores files outside of `decent-7`,
  /// temporary files and other hidden files.
  ///
  /// Items that may hide objects are listed too, with size 0, so that reading them reports the
  /// fault:
  /// - a folder that cannot be read, unless it is a folder in which devices write;
  /// - a link;
  /// - a name that is not UTF-8;
  /// - a copy of `decent-7` beside it, such as `decent-7 (1)`, as folder services make;
  /// - `decent-1`, where earlier programs keep their objects.
  public func list(prefix: String) throws(StoreError) -> [ObjectInfo] {
    try requireRoot()
    let folder = prefix.lastIndex(of: "/").map { String(prefix[..<$0]) } ?? ""
    guard folder.isEmpty || ObjectName(folder) != nil else { return [] }
    var found: [ObjectInfo] = []
    do {
      try collect(in: folder, to: &found)
    } catch {
      throw explained(error, subject: error.path, whileWriting: false, scope: .store)
    }
    found += foldersBesideBase()
    // The folder may have disappeared during the listing, and then looked empty.
    try requireRoot()
    return found.filter { $0.name.text.hasPrefix(prefix) }
  }

  /// The folders that may hide objects, and lie beside the folder of all objects. None if the names
  /// in the chosen folder cannot be read, because the store may work all the same.
  private func foldersBesideBase() -> [ObjectInfo] {
    let entries = (try? files.names(in: path)) ?? []
    return entries.compactMap { entry in
      guard Self.isBesideBase(entry), let name = ObjectName(entry),
        case .folder? = try? files.item(at: path(of: name))
      else { return nil }
      return ObjectInfo(name: name, size: 0)
    }
  }

  private func collect(
    in folder: String, to found: inout [ObjectInfo]
  ) throws(SystemCallFailure) {
    let absolute = folder.isEmpty ? base : "\(base)/\(folder)"
    guard try files.item(at: absolute) != nil else { return }
    for entry in try files.names(in: absolute) {
      sweep(entry, in: absolute)
      guard let name = ObjectName(folder.isEmpty ? entry : "\(folder)/\(entry)") else { continue }
      switch try files.item(at: "\(absolute)/\(entry)") {
      case .file(let size): found.append(ObjectInfo(name: name, size: size))
      case .other: found.append(ObjectInfo(name: name, size: 0))
      case nil where entry.contains(Self.unreadable): found.append(ObjectInfo(name: name, size: 0))
      case .folder:
        do throws(SystemCallFailure) {
          try collect(in: name.text, to: &found)
        } catch {
          // A folder in which devices write must be readable. Any other unreadable folder is listed
          // as an object: reading it reports the fault.
          if Self.isOfDevices(name) { throw error }
          found.append(ObjectInfo(name: name, size: 0))
        }
      case nil: continue
      }
    }
  }

  /// The character that replaces bytes of a name that are not UTF-8.
  private static let unreadable: Character = "\u{FFFD}"

  /// Whether a folder holds the objects or the cards of devices.
  private static func isOfDevices(_ folder: ObjectName) -> Bool {
    [LogObject.namePrefix, DeviceCard.namePrefix].contains(folder.text + "/")
  }

  /// Reads a whole object.
  public func read(_ name: ObjectName) throws(StoreError) -> [UInt8] {
    if name.text == Self.formerName {
      throw StoreError(
        kind: .older, scope: .object, subject: path(of: name),
        reason: "an earlier program keeps its objects there, which this one does not read",
        advice: "export with that program, import here, then move the folder away")
    }
    if Self.isCopyOfBase(name.text) {
      throw unusable(
        name, "it lies beside \(Self.baseName), like a copy that a folder service made of it",
        advice: "move the files in it into \(Self.baseName), or rename it")
    }
    do {
      return try files.read(path(of: name))
    } catch {
      try requireRoot()
      if error.isAboutMissing, name.text.contains(Self.unreadable) {
        throw unusable(name, "its name is not UTF-8", advice: "rename it, then sync again")
      }
      if error.isAboutMissing { throw .missing(name) }
      throw explained(error, subject: path(of: name), whileWriting: false, scope: .object)
    }
  }

  private func unusable(_ name: ObjectName, _ reason: String, advice: String) -> StoreError {
    StoreError(
      kind: .damaged, scope: .object, subject: path(of: name), reason: reason, advice: advice)
  }

  /// Deletes an object.
  public func delete(_ name: ObjectName) throws(StoreError) {
    try requireRoot()
    if Self.isBesideBase(name.text) { return }
    do {
      try files.remove(path(of: name))
      try files.synchronize(FolderStore.folder(of: path(of: name)))
    } catch {
      try requireRoot()
      guard !error.isAboutMissing else { return }
      throw explained(error, subject: path(of: name), whileWriting: true, scope: .object)
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
