// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The Markdown files that paths stand for.
enum MarkdownFiles {
  private static let endings = ["md", "markdown"]

  /// A file as it is named, or the Markdown files in a folder and those within it, by
  /// name; hidden ones are left out.
  static func all(at path: String) throws(CommandFailure) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .missingFile(path)
    }
    guard isFolder.boolValue else { return [path] }
    return try contents(of: path)
  }

  private static func contents(of folder: String) throws(CommandFailure) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .unreadableFile(folder, reason: error.localizedDescription)
    }
    var files: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if isRealFolder(path) {
        files += try contents(of: path)
      } else if endings.contains((name as NSString).pathExtension.lowercased()) {
        files.append(path)
      }
    }
    return files
  }

  /// Whether there is a folder and not a link to one, which may lead in a circle.
  private static func isRealFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The one path of a file that is there, however it was named.
  static func place(of path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The title of a note whose file says none: the file's name without its ending.
  static func title(of path: String) -> String {
    let name = (path as NSString).lastPathComponent
    let stem = (name as NSString).deletingPathExtension
    return stem.isEmpty ? name : stem
  }
}
