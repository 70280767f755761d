// SPDX-License-Identifier: MIT

import Foundation

/// The file for an editor, in a folder that only the user can read.
///
/// Editors add a line break at the end of a text that ends without a line break. The file of such a
/// text has the line break already, unless the text is empty. ``read()`` removes the line break.
struct DraftFile {
  /// The path of the file.
  let path: String
  /// The text of the note, without an added line break.
  let original: String

  private static let lineFeed = UInt8(ascii: "\n")

  private let folder: URL

  /// Writes a text to a new file.
  ///
  /// - Throws: ``CommandFailure/noDraft(folder:reason:)``.
  init(holding text: String) throws {
    original = text
    let name = "decent-\(UInt64.random(in: .min ... .max))"
    let parent = FileManager.default.temporaryDirectory
    folder = parent.appendingPathComponent(name)
    path = folder.appendingPathComponent("note.md").path
    guard mkdir(folder.path, 0o700) == 0 else {
      throw CommandFailure.noDraft(folder: parent.path, reason: SystemReason.words(of: errno))
    }
    do {
      try Data((lacksEnd ? text + "\n" : text).utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      delete()
      throw CommandFailure.noDraft(folder: folder.path, reason: SystemReason.words(of: error))
    }
  }

  /// The present text of the file, without an added line break.
  func read() throws -> String {
    let text = try TextSource.read(file: path)
    guard lacksEnd, text.utf8.last == Self.lineFeed else { return text }
    // A carriage return and a line feed form one Character. Removing a Character would remove both.
    return String(text.unicodeScalars.dropLast())
  }

  /// Whether the file still exists.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether the original lacks a line break at its end.
  private var lacksEnd: Bool { !original.isEmpty && original.utf8.last != Self.lineFeed }

  /// Deletes the file.
  func delete() {
    try? FileManager.default.removeItem(at: folder)
  }
}
