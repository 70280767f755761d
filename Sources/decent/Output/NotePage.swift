// SPDX-License-Identifier: MIT

import DecentNotes

/// What `decent show` prints.
struct NotePage {
  private let summary: NoteSummary
  private var content: String
  private var version: NoteHistory.Version?
  private var versionDigits = ""

  init(_ note: Note, _ summary: NoteSummary) {
    self.summary = summary
    content = note.text.string
  }

  /// Shows the text of a past version instead of the present one.
  mutating func show(
    _ version: NoteHistory.Version, _ text: String, _ abbreviation: Abbreviation
  ) {
    self.version = version
    versionDigits = abbreviation.short(version.id)
    content = text
  }

  /// The note's parts, an empty line, and its text.
  ///
  /// - Parameter isTerminal: Whether control characters in the text must be written out;
  ///   else it is printed as it is.
  func text(isTerminal: Bool) -> String {
    var lines = [
      summary.title.escapingControls,
      "id        \(summary.id)",
      "created   \(Moment(milliseconds: summary.created).readable)",
      "edited    \(Moment(milliseconds: summary.edited).readable)",
      "priority  \(summary.priority.rawValue)",
    ]
    if !summary.tags.isEmpty { lines.append("tags      \(NoteList.text(ofTags: summary.tags))") }
    if summary.isTrashed { lines.append("(in the trash)") }
    if summary.isPurgeUndone { lines.append(NoteList.purgeUndone) }
    if let version {
      lines.append(
        "text at   \(versionDigits)  \(Moment(milliseconds: version.milliseconds).readable)")
    }
    if !content.isEmpty { lines += ["", isTerminal ? harmless : content] }
    let text = lines.joined(separator: "\n")
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  func json() throws -> String {
    try NoteRecord(summary, text: content, version: version?.id).jsonText()
  }

  private var harmless: String {
    content.escapingControls { $0 == "\n" || $0 == "\t" }
  }
}
