// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// A folder of notes as files. A note keeps the name of the file that has its id.
struct ExportFolder {
  private static let longestStem = 100

  private let path: String
  private var names: [NoteID: String] = [:]
  private var taken: Set<String> = []

  /// Makes the folder if it is not there, and learns which notes its files are.
  init(at path: String) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      // File systems may take names that differ in case for one.
      taken = Set(try FileManager.default.contentsOfDirectory(atPath: path).map { $0.lowercased() })
      for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
        guard name.hasSuffix(".md"), let id = id(in: name), names[id] == nil else { continue }
        names[id] = name
      }
    } catch {
      throw CommandFailure.unwritable(path, reason: error.localizedDescription)
    }
  }

  private func id(in name: String) -> NoteID? {
    (try? TextSource.read(file: "\(path)/\(name)")).flatMap { NoteFile($0).id }
  }

  /// Makes a note's file what it must be.
  ///
  /// - Returns: The path, if the file was written.
  mutating func write(_ note: Note, _ id: NoteID) throws -> String? {
    let name = names[id] ?? newName(for: note, id)
    let file = "\(path)/\(name)"
    let content = Data(NoteFile(note, id: id).content.utf8)
    guard FileManager.default.contents(atPath: file) != content else { return nil }
    do {
      try content.write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw CommandFailure.unwritable(file, reason: error.localizedDescription)
    }
    return file
  }

  /// A name of letters and digits of the title, and as many of the id as make it
  /// the only one.
  private mutating func newName(for note: Note, _ id: NoteID) -> String {
    let words = note.title.value.split { !$0.isLetter && !$0.isNumber }
    var stem = words.joined(separator: "-")
    while stem.utf8.count > Self.longestStem { stem.removeLast() }
    let parts = stem.isEmpty ? [] : [stem]
    var name = ""
    for digits in [8, NoteID.digitCount] {
      name = (parts + [String("\(id)".prefix(digits))]).joined(separator: "-") + ".md"
      if taken.insert(name.lowercased()).inserted { break }
    }
    names[id] = name
    return name
  }
}
