// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The files of an export folder that exports wrote, and may move and remove.
///
/// Exports leave alone a file that was changed by hand since its export, and all other files.
struct Mirror {
  private let folder: String
  /// The contents that exports wrote to each file, several if an export was interrupted.
  private var files: [String: Set<MirroredFile>]

  /// - Parameter path: The export folder.
  init(of library: Library, at path: String) throws {
    folder = MarkdownFiles.place(of: path)
    files = try library.mirroredFiles(in: folder)
  }

  /// Whether a file has the content that an export wrote; false for a link.
  func owns(_ path: String) -> Bool {
    guard let files = files[MarkdownFiles.place(of: path)], Self.kind(of: path) == .typeRegular,
      let content = FileManager.default.contents(atPath: path)
    else { return false }
    return files.contains { $0.isWhole(holding: Array(content)) }
  }

  /// Whether an export wrote a file, which may have changed since.
  func knows(_ path: String) -> Bool { files[MarkdownFiles.place(of: path)] != nil }

  /// Whether anything exists at a path. A link that leads nowhere exists, too.
  static func exists(_ path: String) -> Bool { kind(of: path) != nil }

  private static func kind(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  /// Makes the library remember files that the export is about to write. If the export is killed,
  /// the next export knows these files.
  mutating func begin(_ new: [(path: String, content: Data, note: NoteID)], in library: Library)
    throws
  {
    var begun: [String: MirroredFile] = [:]
    for (path, content, note) in new {
      let place = Self.place(ofNew: path)
      guard place.hasPrefix(folder + "/") else { continue }
      begun[place] = MirroredFile(of: note, holding: Array(content))
    }
    try library.beginMirroredFiles(begun)
  }

  /// The canonical path that a new file will have.
  private static func place(ofNew path: String) -> String {
    var (parent, rest) = (path, "")
    while !exists(parent), parent.count > 1 {
      rest = "/" + (parent as NSString).lastPathComponent + rest
      parent = (parent as NSString).deletingLastPathComponent
    }
    return MarkdownFiles.place(of: parent) + rest
  }

  /// Records that a file was written. A file outside of the folder, reached by a link, belongs to
  /// the user, not to the mirror.
  mutating func add(_ content: Data, at path: String, of note: NoteID) {
    let place = MarkdownFiles.place(of: path)
    guard place.hasPrefix(folder + "/") else { return }
    files[place] = [MirroredFile(of: note, holding: Array(content))]
  }

  /// Removes a file if it is unchanged since its export. Also removes folders that become empty.
  mutating func remove(_ path: String) throws(CommandFailure) {
    guard owns(path) else { return }
    let place = MarkdownFiles.place(of: path)
    guard unlink(place) == 0 else {
      throw .unwritable(path, reason: SystemReason.words(of: errno))
    }
    files[place] = nil
    var parent = (place as NSString).deletingLastPathComponent
    while parent.hasPrefix(folder + "/"), rmdir(parent) == 0 {
      parent = (parent as NSString).deletingLastPathComponent
    }
  }

  /// The files of notes that are no longer exported, sorted by path: those that are unchanged since
  /// their export, and those that were changed by hand. Forgets files that are gone.
  mutating func leftovers(besides notes: Set<NoteID>) -> (whole: [String], changed: [String]) {
    var leftovers: (whole: [String], changed: [String]) = ([], [])
    for (path, known) in files.sorted(by: { $0.key < $1.key })
    where notes.isDisjoint(with: known.map(\.note)) {
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

  /// Makes the library remember the files. Of several contents that exports wrote to a file, the
  /// library remembers only one: the present content of the file, if an export wrote that content.
  func save(in library: Library) throws {
    var saved: [String: MirroredFile] = [:]
    for (path, known) in files where FileManager.default.fileExists(atPath: path) {
      let content =
        known.count > 1 ? FileManager.default.contents(atPath: path).map(Array.init) : nil
      saved[path] = known.first { file in content.map(file.isWhole) ?? true } ?? known.first
    }
    try library.setMirroredFiles(saved, in: folder)
  }
}
