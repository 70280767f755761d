// SPDX-License-Identifier: MIT

import DecentNotes

/// The files that an import leaves behind, and the links to files. Notes hold text alone.
struct LeftBehind {
  /// The most files and links that a message names.
  private static let mostNames = 10

  private let files: [String]
  private var links: [String] = []
  private var noteCount = 0

  /// - Parameter files: The files that lie in the imported folders and are no Markdown.
  init(_ files: [String]) {
    self.files = files
  }

  /// Adds the links in the text of a new note.
  mutating func add(_ links: [String]) {
    self.links += links
    if !links.isEmpty { noteCount += 1 }
  }

  /// The messages.
  var remarks: [String] {
    var remarks: [String] = []
    if !files.isEmpty {
      let were = files.count == 1 ? "1 file was" : "\(files.count) files were"
      remarks.append("\(were) not taken in, being no Markdown: \(Self.names(files))")
    }
    if !links.isEmpty {
      let lead = links.count == 1 ? "1 link leads" : "\(links.count) links lead"
      let notes = noteCount == 1 ? "1 note" : "\(noteCount) notes"
      remarks.append("\(lead) from \(notes) to files, and stay text: \(Self.names(links))")
    }
    return remarks
  }

  private static func names(_ all: [String]) -> String {
    let rest = all.count - mostNames
    return all.prefix(mostNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
