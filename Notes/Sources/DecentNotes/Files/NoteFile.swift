// SPDX-License-Identifier: MIT

import Foundation

/// A note as a Markdown file: front matter between two lines of `---`, then the
/// text to its last byte.
///
/// ```
/// ---
/// title: "Camping trip"
/// tags: ["home", "summer"]
/// priority: high
/// folder: "Home/Trips"
/// created: 2026-01-31T12:00:00.000Z
/// id: 00112233445566778899aabbccddeeff
/// exported: 96bcc5601a2b3c4d-6d0c3a51-9ae0daaf-0f5c3b1e-c9f2a0b7-5d1b6c02
/// ---
/// We leave on Friday.
/// ```
///
/// The front matter is written as YAML. The seven members above are read if they have a simple
/// form. The property of a missing member is nil. `date` is read if no `created` is readable. All
/// other lines stay in the text, in front matter of their own, so that nothing is lost. The only
/// exceptions are unreadable and repeated lines `exported` in a file with an id: they are dropped.
public struct NoteFile: Hashable, Sendable {
  /// The title of the note.
  public var title: String?
  /// The tags of the note.
  public var tags: [String]?
  /// The priority of the note.
  public var priority: Priority?
  /// The folder of the note.
  public var folder: NoteFolder?
  /// The time when the note was made, in milliseconds since 1970.
  public var created: UInt64?
  /// The id of the note.
  public var id: NoteID?
  /// The state of the note at its export; only in a file with an id.
  public var exported: ExportStamp?
  /// The text of the note.
  public var text: String

  private static let fence = "---"
  private static let mark: Unicode.Scalar = "\u{feff}"

  /// The file of a note.
  public init(_ note: Note, id: NoteID) {
    title = note.title.value
    tags = note.tags.values.sorted()
    priority = note.priority.value
    let folder = NoteFolder(of: note)
    self.folder = folder == .none ? nil : folder
    created = note.created.value
    self.id = id
    text = note.text.string
    exported = ExportStamp(of: note.text, digest: ExportStamp.Digest(of: self))
  }

  /// Reads a file's content. A byte order mark at its start is skipped.
  public init(_ content: String) {
    let scalars = content.unicodeScalars
    let content = scalars.first == Self.mark ? String(scalars.dropFirst()) : content
    text = content
    guard let (lines, rest) = Self.split(content) else { return }
    let members = Self.members(lines)
    let hasID = members.contains { $0.noteID != nil }
    let hasCreated = members.contains { $0.name == "created" && $0.time != nil }
    var foreign: [Substring] = []
    var place = 0
    for member in members {
      let end = place + member.lineCount
      if !take(member, hasID: hasID, hasCreated: hasCreated) { foreign += lines[place..<end] }
      place = end
    }
    let kept = foreign.map { $0 + "\n" }.joined()
    text = kept.isEmpty ? String(rest) : "\(Self.fence)\n\(kept)\(Self.fence)\n\(rest)"
  }

  private static func members(_ lines: [Substring]) -> [FrontMatterMember] {
    var members: [FrontMatterMember] = []
    var place = 0
    while place < lines.count {
      let member = FrontMatterMember(lines[place...])
      members.append(member)
      place += member.lineCount
    }
    return members
  }

  /// The content of the file.
  public var content: String {
    var lines = [Self.fence]
    if let title { lines.append("title: \(Self.quoted(title))") }
    if let tags { lines.append("tags: [\(tags.map(Self.quoted).joined(separator: ", "))]") }
    if let priority { lines.append("priority: \(priority.rawValue)") }
    if let folder { lines.append("folder: \(Self.quoted(folder == .none ? "/" : folder.text))") }
    if let created { lines.append("created: \(NoteFileDate.text(created))") }
    if let id { lines.append("id: \(id)") }
    if let exported, id != nil { lines.append("exported: \(exported)") }
    return (lines + [Self.fence, ""]).joined(separator: "\n") + text
  }

  /// The lines of the front matter, and the content after it; nil if there is no front matter.
  private static func split(_ content: String) -> (lines: [Substring], rest: Substring)? {
    // Split by scalars, since a carriage return and a line feed form one character.
    var rest = content[...]
    guard nextLine(&rest) == fence[...] else { return nil }
    var lines: [Substring] = []
    while let line = nextLine(&rest) {
      if line == fence { return (lines, rest) }
      lines.append(line)
    }
    return nil
  }

  private static func nextLine(_ rest: inout Substring) -> Substring? {
    let scalars = rest.unicodeScalars
    guard let end = scalars.firstIndex(of: "\n") else { return nil }
    var line = Substring(scalars[..<end])
    rest = Substring(scalars[scalars.index(after: end)...])
    if line.unicodeScalars.last == "\r" { line.unicodeScalars.removeLast() }
    return line
  }

  /// A string in double quotes, as in JSON and YAML.
  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _
      where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        || (0x2028...0x2029).contains(scalar.value):
        "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
          + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}

extension FrontMatterMember {
  /// The value of a member `id`; nil for any other or unreadable member.
  fileprivate var noteID: NoteID? { name == "id" ? string.flatMap { NoteID($0) } : nil }
  /// The value as a time; nil if the value is not a readable time.
  fileprivate var time: UInt64? { string.flatMap(NoteFileDate.milliseconds) }
}

extension NoteFile {
  /// Reads a member.
  ///
  /// - Returns: False if the lines of the member must stay in the text: its name is unknown, part
  ///   of its value is unreadable, or an earlier member has the same name.
  private mutating func take(
    _ member: FrontMatterMember, hasID: Bool, hasCreated: Bool
  ) -> Bool {
    switch member.name {
    case "title": Self.set(&title, member.string)
    case "tags": Self.set(&tags, member.tags?.names) && member.tags?.isWhole == true
    case "priority": Self.set(&priority, member.string.flatMap(Priority.init(rawValue:)))
    case "folder": Self.set(&folder, member.string.flatMap { NoteFolder($0) })
    case "created": Self.set(&created, member.time)
    case "date": !hasCreated && Self.set(&created, member.time)
    case "id": Self.set(&id, member.noteID)
    case "exported": hasID && take(exported: member.string.flatMap { ExportStamp($0) })
    default: false
    }
  }

  /// Reads a line `exported`, which only this program writes. Only the first readable line counts.
  private mutating func take(exported stamp: ExportStamp?) -> Bool {
    exported = exported ?? stamp
    return true
  }

  private static func set<Value>(_ member: inout Value?, _ value: Value?) -> Bool {
    guard member == nil, let value else { return false }
    member = value
    return true
  }
}
