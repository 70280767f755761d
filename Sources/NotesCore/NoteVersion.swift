// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText
import ReplicatingTypes
import SequenceEngine

/// The parts of a note's version, as they travel in a change of it.
package struct NoteVersion: Hashable, Sendable {
  /// How many stamps there are: one of each register.
  static let stampCount = 7
  /// The index of the trash's stamp.
  static let trashStamp = 3

  /// The stamps of title, priority, creation date, trash, folder, pin and place.
  let stamps: [RegisterStamp]
  /// The edits of the text that no other edit builds on.
  let textTips: [Dot]
  let tags: VersionVector

  package init(of note: Note) {
    self.init(note.version)
  }

  init(_ version: Note.Version) {
    stamps = [
      version["title"], version["priority"], version["created"], version["trashed"],
      version["folder"], version["pinned"], version["place"],
    ]
    let text: ReplicatingText.Version = version["text"]
    textTips = text.tips
    tags = version["tags"]
  }

  /// Reads the parts of the bytes of a `Note.Version`.
  package init(encoded bytes: [UInt8]) throws(DecodingFailure) {
    self.init(try Note.Version(encoded: bytes))
  }
}
