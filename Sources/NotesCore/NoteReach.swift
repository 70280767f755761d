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
  /// The stamps of title, priority, creation date and trash, then those of folder, pin and place.
  package private(set) var stamps: [RegisterStamp]
  package private(set) var text: VersionVector
  package private(set) var tags: VersionVector

  /// The reach of a device that has a note.
  package init(of note: Note) {
    stamps = NoteVersion(of: note).stamps
    text = note.text.editCounts
    tags = note.tags.version
  }

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

/// The purges of a note: the reach of each. All of them count together, and edits beyond them bring the
/// note back.
///
/// It is a document of its own, which stays when the note is gone.
public typealias NoteReaches = ReplicatingAddOnlySet<NoteReach>

extension NoteReaches {
  /// The joint reach; nil if the note was not purged.
  package var joint: NoteReach? {
    guard let first else { return nil }
    return dropFirst().reduce(into: first) { $0.merge($1) }
  }

  /// Whether the purges have seen all edits of a note: they drop it.
  ///
  /// - Complexity: O(*n*) in the purges.
  public func drops(_ note: Note) -> Bool {
    joint?.covers(NoteVersion(of: note)) ?? false
  }

  /// Purges a note.
  public mutating func purge(_ note: Note) { insert(NoteReach(of: note)) }
}

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

#if !hasFeature(Embedded)
  extension NoteReach: FrameCodable {}
#else
  extension NoteReach: PlainValue {}
#endif
