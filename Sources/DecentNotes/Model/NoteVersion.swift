// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The parts of a note's version, as they travel in a change of it.
struct NoteVersion: Hashable, Sendable {
  /// How many stamps there are.
  static let stampCount = 4
  /// The index of the trash's stamp.
  static let trashStamp = 3

  /// The stamps of title, priority, creation date and trash.
  let stamps: [RegisterStamp]
  /// The edits of the text that no other edit builds on.
  let textTips: [Dot]
  let tags: VersionVector

  init(of note: Note) {
    self.init(note.version)
  }

  init(_ version: Note.Version) {
    stamps = [
      version[\.title], version[\.priority], version[\.created], version[\.isTrashed],
    ]
    textTips = version[\.text].tips
    tags = version[\.tags]
  }

  /// Reads the parts of the bytes of a `Note.Version`.
  init(encoded bytes: [UInt8]) throws(DecodingFailure) {
    self.init(try Note.Version(encoded: bytes))
  }
}
