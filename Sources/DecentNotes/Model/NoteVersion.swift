// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The parts of a note's version, as they travel in a change of it.
struct NoteVersion: Hashable, Sendable {
  /// How many stamps there are.
  static let stampCount = 4
  /// Which of them is that of the trash.
  static let trashStamp = 3

  /// The stamps of title, priority, creation date and trash.
  let stamps: [RegisterStamp]
  /// The edits of the text that no other edit builds on.
  let textTips: [Dot]
  let tags: VersionVector

  init(of note: Note) {
    stamps = [
      note.title.version, note.priority.version, note.created.version, note.isTrashed.version,
    ]
    textTips = note.text.version.tips
    tags = note.tags.version
  }
}

/// Read from the bytes of a `Note.Version`, whose parts stand in the order of the
/// note's fields (FORMAT.md, "Fields").
extension NoteVersion {
  private static let fieldCount = 6

  init(encoded bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try Frame.open(bytes, expecting: Note.Version.frameKind)
    guard try reader.readCount() == Self.fieldCount else {
      throw reader.corrupt("a version of a note with other fields")
    }
    let title: RegisterStamp = try reader.readField()
    let text: ReplicatingText.Version = try reader.readField()
    tags = try reader.readField()
    stamps = [title, try reader.readField(), try reader.readField(), try reader.readField()]
    textTips = text.tips
    try reader.expectEnd()
  }
}

extension ByteReader {
  fileprivate mutating func readField<Field: BinaryCodable>() throws(DecodingFailure) -> Field {
    var part = try readPart()
    let field = try Field(from: &part)
    try part.expectEnd()
    return field
  }
}
