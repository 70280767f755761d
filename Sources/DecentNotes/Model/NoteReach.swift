// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Which edits of a note were seen, so that whoever has any version of the note
/// can tell whether it goes beyond them, without having the note itself.
///
/// A ``Note``'s own version names the last edits of the text alone; this counts
/// the edits of each session.
package struct NoteReach: Hashable, Sendable {
  /// The stamps of title, priority, creation date and trash.
  package private(set) var stamps: [RegisterStamp]
  package private(set) var text: VersionVector
  package private(set) var tags: VersionVector

  /// What was seen by one who has a note.
  package init(of note: Note) {
    stamps = NoteVersion(of: note).stamps
    text = note.text.editCounts
    tags = note.tags.version
  }

  /// The most bytes of a reach that stands in the index, which all devices read with every move of
  /// a note.
  static let mostInIndex = 512

  /// Whether the reach stands in the index; else it has a document of its own. The edits of many
  /// programs are named by each program's random bits, and nothing shorter tells them from others'.
  var fitsIndex: Bool { encoded().count <= Self.mostInIndex }

  /// Whether all that a version has seen was seen.
  func covers(_ version: NoteVersion) -> Bool {
    zip(stamps, version.stamps).allSatisfy { $0 >= $1 }
      && version.textTips.allSatisfy(text.contains)
      && tags.contains(version.tags)
  }

  /// The edit that put the note into the trash, before it was purged from there: it may have
  /// reached nobody but those who purged the note.
  var trashing: ReplicatingRegister<Bool> {
    ReplicatingRegister(true, stamp: stamps[NoteVersion.trashStamp])
  }

  /// Adds what was seen by another.
  package mutating func merge(_ other: NoteReach) {
    stamps = zip(stamps, other.stamps).map { max($0, $1) }
    text.merge(other.text)
    tags.merge(other.tags)
  }
}

/// What those who purged a note had seen of it, where it is too large for the index: each reach is
/// an element, and all of them count together.
typealias NoteReaches = ReplicatingAddOnlySet<NoteReach>

extension NoteReach: AlwaysEncodable {
  package static let frameKind = FrameKind(code: 1002, name: "the edits seen of a note")

  package func encode(to writer: inout ByteWriter) {
    stamps.forEach { $0.encode(to: &writer) }
    text.encode(to: &writer)
    tags.encode(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    stamps = []
    for _ in 0..<NoteVersion.stampCount { stamps.append(try RegisterStamp(from: &reader)) }
    text = try VersionVector(from: &reader)
    tags = try VersionVector(from: &reader)
  }
}

extension NoteReach: Codable {
  package func encode(to encoder: any Encoder) throws { try encodeFrame(to: encoder) }
  package init(from decoder: any Decoder) throws { try self.init(frameFrom: decoder) }
}
