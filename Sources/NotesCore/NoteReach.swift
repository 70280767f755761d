// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText
import ReplicatingTypes

/// The edits of a note that were seen. Any version of the note can be compared
/// with them without the note itself.
///
/// A ``Note``'s own version names only the last edits of the text; a reach
/// counts the edits of each session.
public struct NoteReach: Hashable, Sendable {
  /// The stamps of title, priority, creation date and trash, then those of folder and pin.
  package private(set) var stamps: [RegisterStamp]
  package private(set) var text: VersionVector
  package private(set) var tags: VersionVector

  /// The reach of a device that has a note.
  package init(of note: Note) {
    stamps = NoteVersion(of: note).stamps
    text = note.text.editCounts
    tags = note.tags.version
  }

  /// The most bytes of a reach that stands in the index, which all devices read with every move of
  /// a note.
  static let mostInIndex = 512

  /// Whether the reach stands in the index; else it has a document of its own. A reach is long if
  /// many programs edited the note: it names each by its random bits, and nothing shorter tells
  /// them apart.
  package var fitsIndex: Bool { encoded().count <= Self.mostInIndex }

  /// Whether the reach includes all that a version has seen.
  package func covers(_ version: NoteVersion) -> Bool {
    zip(stamps, version.stamps).allSatisfy { $0 >= $1 }
      && version.textTips.allSatisfy(text.contains)
      && tags.contains(version.tags)
  }

  /// The edit that put the note into the trash before the purge. Only the devices that purged the
  /// note may have received it.
  package var trashing: ReplicatingRegister<Bool> {
    ReplicatingRegister(true, stamp: stamps[NoteVersion.trashStamp])
  }

  /// Adds the edits of another reach.
  package mutating func merge(_ other: NoteReach) {
    stamps = zip(stamps, other.stamps).map { max($0, $1) }
    text.merge(other.text)
    tags.merge(other.tags)
  }
}

/// The reaches of a purged note that are too large for the index. Each reach is an element, and all
/// of them count together.
public typealias NoteReaches = ReplicatingAddOnlySet<NoteReach>

extension NoteReach: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 1002, name: "the edits seen of a note")

  public func encode(to writer: inout ByteWriter) {
    stamps.forEach { $0.encode(to: &writer) }
    text.encode(to: &writer)
    tags.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    stamps = []
    for _ in 0..<NoteVersion.stampCount { stamps.append(try RegisterStamp(from: &reader)) }
    text = try VersionVector(from: &reader)
    tags = try VersionVector(from: &reader)
  }
}
