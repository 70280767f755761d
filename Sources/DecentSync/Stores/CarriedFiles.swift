// SPDX-License-Identifier: MIT

/// A service of the system that carries the files of a folder between devices. Some files may be
/// elsewhere, and not on this device.
package protocol FileCarrier: Sendable {
  /// Reads a file. A file that is elsewhere is brought here first.
  ///
  /// - Parameter read: Reads the file at a path.
  func read(
    _ path: String, by read: (String) throws(SystemCallFailure) -> [UInt8]
  ) throws(SystemCallFailure) -> [UInt8]

  /// The size in bytes of a file that is elsewhere, or nil if it is not known.
  func size(of path: String) -> Int?
}

/// The files of a folder that a service of the system carries, as iCloud Drive does.
///
/// A file that is elsewhere may have a placeholder: a hidden file `.NAME.icloud`. A placeholder is
/// listed under the name of its file, because an unlisted object counts as lost.
package struct CarriedFiles: FileSystem {
  private let files: any FileSystem
  private let carrier: any FileCarrier

  private static let prefix = "."
  private static let suffix = ".icloud"

  /// Makes the files of a folder that `carrier` carries.
  package init(_ files: any FileSystem, carriedBy carrier: any FileCarrier) {
    self.files = files
    self.carrier = carrier
  }

  private static func placeholder(of path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return "\(path.dropLast(name.count))\(prefix)\(name)\(suffix)"
  }

  /// The name of the file behind a placeholder's name, or nil for any other name.
  private static func name(fromPlaceholder name: String) -> String? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let original = name.dropFirst(prefix.count).dropLast(suffix.count)
    return original.isEmpty ? nil : String(original)
  }

  package func item(at path: String) throws(SystemCallFailure) -> FileItem? {
    if let item = try files.item(at: path) { return item }
    guard try files.item(at: Self.placeholder(of: path)) != nil else { return nil }
    // An unknown size is listed as 0. No known object has the size 0, so sync reads the object, and
    // reading brings the file here.
    return .file(size: carrier.size(of: path) ?? 0)
  }

  package func names(in folder: String) throws(SystemCallFailure) -> [String] {
    // The file and its placeholder may both exist while the file comes or goes.
    Set(try files.names(in: folder).map { Self.name(fromPlaceholder: $0) ?? $0 }).sorted()
  }

  package func read(_ path: String) throws(SystemCallFailure) -> [UInt8] {
    try carrier.read(path) { path throws(SystemCallFailure) in try files.read(path) }
  }

  package func remove(_ path: String) throws(SystemCallFailure) {
    do {
      try files.remove(path)
    } catch {
      guard error.isAboutMissing else { throw error }
      try files.remove(Self.placeholder(of: path))
    }
  }

  package func age(of path: String) throws(SystemCallFailure) -> Int { try files.age(of: path) }

  package func makeFolder(_ path: String) throws(SystemCallFailure) { try files.makeFolder(path) }

  package func write(_ bytes: [UInt8], toNew path: String) throws(SystemCallFailure) {
    try files.write(bytes, toNew: path)
  }

  package func synchronize(_ path: String) throws(SystemCallFailure) {
    try files.synchronize(path)
  }

  package func move(_ path: String, replacing newPath: String) throws(SystemCallFailure) {
    try files.move(path, replacing: newPath)
  }

  package func link(_ path: String, toNew newPath: String) throws(SystemCallFailure) {
    try files.link(path, toNew: newPath)
  }
}
