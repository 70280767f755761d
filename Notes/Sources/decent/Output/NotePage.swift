// SPDX-License-Identifier: MIT

import DecentNotes

/// The output of `decent show`.
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

  /// The note's parts, an empty line, and the note's text.
  ///
  /// On a terminal, control characters in the text are escaped. Elsewhere the text is printed as it
  /// is.
  func text(_ form: OutputForm) -> String {
    func line(_ name: String, _ value: String, _ style: TextStyle = .usual) -> String {
      let room = String(repeating: " ", count: Self.nameWidth - name.count)
      return form.styled(name, .aside) + room + form.styled(value, style)
    }
    var lines = [
      form.styled(summary.title.escapingControls, .title),
      line("id", "\(summary.id)", .digits),
      line("created", Moment(milliseconds: summary.created).readable),
      line("edited", Moment(milliseconds: summary.edited).readable),
      line("priority", summary.priority.rawValue, summary.priority == .high ? .alarm : .usual),
    ]
    if summary.folder != .none {
      lines.append(line("folder", NoteList.text(of: summary.folder), .place))
    }
    if !summary.tags.isEmpty {
      lines.append(line("tags", NoteList.text(ofTags: summary.tags), .place))
    }
    if summary.isPinned { lines.append("(pinned)") }
    if summary.isTrashed { lines.append("(in the trash)") }
    if summary.isPurgeUndone { lines.append(NoteList.purgeUndone) }
    if let version {
      let time = Moment(milliseconds: version.milliseconds).readable
      lines.append(line("text at", form.styled(versionDigits, .digits) + "  " + time))
    }
    if !content.isEmpty { lines += ["", textAlone(form)] }
    let text = lines.joined(separator: "\n")
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// The text and nothing else. No line end is added.
  func textAlone(_ form: OutputForm) -> String { form.isTerminal ? harmless : content }

  /// The width of the longest name and of two spaces, in columns.
  private static let nameWidth = 10

  func json() throws -> String {
    try NoteRecord(summary, text: content, version: version?.id).jsonText()
  }

  private var harmless: String {
    content.escapingControls { $0 == "\n" || $0 == "\t" }
  }
}
