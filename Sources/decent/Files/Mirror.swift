// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The files of an export folder that exports wrote, and that may be moved and removed for it.
///
/// A file that was changed by hand since is left alone, and so is any other file.
struct Mirror {
  private let folder: String
  private var files: [String: MirroredFile]

  /// - Parameter path: The export folder.
  init(of library: Library, at path: String) throws {
    folder = MarkdownFiles.place(of: path)
    files = try library.mirroredFiles(in: folder)
  }

  /// Whether a file is as an export wrote it. A link is none.
  func owns(_ path: String) -> Bool {
    guard let file = files[MarkdownFiles.place(of: path)], Self.kind(of: path) == .typeRegular,
      let content = FileManager.default.contents(atPath: path)
    else { return false }
    return file.isWhole(holding: Array(content))
  }

  /// Whether an export wrote a file, be it changed since or not.
  func knows(_ path: String) -> Bool { files[MarkdownFiles.place(of: path)] != nil }

  /// Whether anything stands at a path, be it a link that leads nowhere.
  static func exists(_ path: String) -> Bool { kind(of: path) != nil }

  private static func kind(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  /// Records that a file was written. A file outside of the folder, behind a link, is the user's.
  mutating func add(_ content: Data, at path: String, of note: NoteID) {
    let place = MarkdownFiles.place(of: path)
    guard place.hasPrefix(folder + "/") else { return }
    files[place] = MirroredFile(of: note, holding: Array(content))
  }

  /// Removes a file if it is still as it was written, and the folders that are empty then.
  mutating func remove(_ path: String) throws(CommandFailure) {
    guard owns(path) else { return }
    let place = MarkdownFiles.place(of: path)
    guard unlink(place) == 0 else {
      throw .unwritable(path, reason: String(cString: strerror(errno)))
    }
    files[place] = nil
    var parent = (place as NSString).deletingLastPathComponent
    while parent.hasPrefix(folder + "/"), rmdir(parent) == 0 {
      parent = (parent as NSString).deletingLastPathComponent
    }
  }

  /// The files of notes that are no longer exported, in order: those that are as they were written,
  /// and those that were changed by hand since. Files that are gone are forgotten.
  mutating func leftovers(besides notes: Set<NoteID>) -> (whole: [String], changed: [String]) {
    var leftovers: (whole: [String], changed: [String]) = ([], [])
    for (path, file) in files.sorted(by: { $0.key < $1.key }) where !notes.contains(file.note) {
      if !FileManager.default.fileExists(atPath: path) {
        files[path] = nil
      } else if owns(path) {
        leftovers.whole.append(path)
      } else {
        leftovers.changed.append(path)
      }
    }
    return leftovers
  }

  /// Has the library remember the files.
  func save(in library: Library) throws {
    try library.setMirroredFiles(
      files.filter { FileManager.default.fileExists(atPath: $0.key) }, in: folder)
  }
}
