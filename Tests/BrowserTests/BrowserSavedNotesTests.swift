// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Foundation
import NotesCore
import ReplicatingTypes
import Testing

/// A note of a later version of the program.
private struct LaterNote: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var colour = ReplicatingRegister(default: "")
  var remark = ReplicatingText()
  var places = ReplicatingSet<String>()
  var newerFields = NewerFields()

  static let kind = Note.kind
  static let fields = FieldList(
    ("title", \LaterNote.title), ("colour", \.colour), ("remark", \.remark),
    ("places", \.places))
}

/// The module for browsers reads all saved notes and indexes as the library does here, and refuses damaged ones
/// and those of earlier formats alike.
@Suite struct BrowserSavedNotesTests {
  private func bytes(of file: URL) throws -> [UInt8] { try [UInt8](Data(contentsOf: file)) }

  @Test func goldenNotes() throws {
    #expect(try compareAll(Note.self, in: "note") == 4)
    #expect(try compareAll(Note.self, in: "note-in-a-folder") == 4)
    #expect(try compareAll(Note.self, in: "pinned-note") == 4)
  }

  /// A note of a later version, with fields that are held, is read, edited, merged and passed on. One
  /// with a field of another type is refused.
  @Test func notesOfLaterVersions() throws {
    let runs = TwoNoteRuns(devices: 2)
    var later = LaterNote()
    later.title.value = "Plan"
    later.colour.value = "red"
    later.remark.append("héllo")
    #expect(try runs.open(Note.self, later.encoded(), as: "mine"))
    runs.copy(Note.self, "mine", to: "yours")
    runs.edit("mine", .title("x"))
    later.colour.value = "blue"
    later.remark.append(" 👋")
    let delta = try #require(
      later.delta(since: LaterNote(encoded: runs.note("mine").encoded()).version))
    #expect(try runs.take(Note.self, delta.encoded(), into: "mine"))
    #expect(try runs.open(Note.self, later.encoded(), as: "copy"))
    runs.merge(Note.self, "copy", into: "yours")
    try runs.compare(Note.self, "yours")
    runs.make(Note.self, "empty", on: 1)
    try runs.send(Note.self, "mine", to: "empty")
    try runs.compare(Note.self, "empty")
    try runs.compareDelta(Note.self, "mine", since: LaterNote().version.encoded())
    try damage(Note.self, later.encoded(), runs)
    later.places.insert("here")
    #expect(try !runs.open(Note.self, later.encoded(), as: "refused"))
    try damage(Note.self, later.encoded(), runs)
    #expect(try LaterNote(encoded: runs.note("mine").encoded()).colour.value == "blue")
    try expectNoDifference(runs)
  }

  @Test func goldenPurges() throws {
    #expect(try compareAll(DocumentRemoval.self, in: "purges-of-a-note") == 4)
  }

  /// A note of an earlier format is refused with a code of its own.
  @Test func notesOfEarlierFormats() throws {
    let runs = TwoNoteRuns()
    var former = try Note().encoded()
    former[4] = 6
    #expect(try !runs.open(Note.self, resealed(former), as: "former"))
    try expectNoDifference(runs)
  }

  /// Each golden delta is merged into each golden value, or refused. Each golden value gives a delta
  /// since each golden version.
  ///
  /// - Returns: The number of values.
  private func compareAll<Document: ReplicatingDocument>(
    _ type: Document.Type, in folder: String
  ) throws -> Int {
    let folder = Node.root.appendingPathComponent("Tests/Golden/\(Frame.version)/\(folder)")
    var count = 0
    let runs = TwoNoteRuns()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".bytes") }
    let samples = try names.map {
      (name: $0, bytes: try bytes(of: folder.appendingPathComponent($0)))
    }
    for value in samples where value.name.hasPrefix("value-") {
      #expect(try runs.open(type, value.bytes, as: value.name), "\(folder.path) \(value.name)")
      count += 1
      for sample in samples {
        if sample.name.hasPrefix("delta-") {
          runs.copy(type, value.name, to: "copy")
          try runs.take(type, sample.bytes, into: "copy")
        } else if sample.name.hasPrefix("version-") {
          try runs.compareDelta(type, value.name, since: sample.bytes)
        }
      }
    }
    try expectNoDifference(runs)
    return count
  }

  /// All truncations and all flipped bits of a small note and of small purges, with the old checksum
  /// and with a right one.
  @Test func damagedBytes() throws {
    let runs = TwoNoteRuns(devices: 2)
    runs.create("mine", title: "Tï", text: "héllo 👋", tags: ["a", "b"], priority: .high)
    runs.edit("mine", .removing(tag: "a"))
    runs.make(Note.self, "yours", on: 1)
    try runs.send(Note.self, "mine", to: "yours")
    runs.edit("mine", .replace(0..<2, with: "J"))
    runs.edit("yours", .replace(5..<8, with: "!"))
    try runs.send(Note.self, "yours", to: "mine")
    try damage(Note.self, try runs.note("mine").encoded(), runs)
    try expectNoDifference(runs)

    let purgeRuns = TwoNoteRuns(devices: 2)
    purgeRuns.create("note", title: "Old", text: "x")
    purgeRuns.make(DocumentRemoval.self, "gone")
    try purgeRuns.purge("note", in: "gone")
    try damage(DocumentRemoval.self, try #require(purgeRuns.reaches["gone"]).encoded(), purgeRuns)
    try expectNoDifference(purgeRuns)
  }

  private func damage<Document: ReplicatingDocument>(
    _ type: Document.Type, _ saved: [UInt8], _ runs: TwoNoteRuns
  ) throws {
    for count in saved.indices { try runs.open(type, Array(saved[..<count]), as: "cut") }
    for bit in 0..<(saved.count * 8) {
      var damaged = saved
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      try runs.open(type, damaged, as: "flipped")
      try runs.open(type, resealed(damaged), as: "resealed")
    }
  }

  private func resealed(_ frame: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(contentsOf: frame.dropLast(4))
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    return writer.bytes
  }

  // MARK: Numbers of more than 32 bits

  /// A version that knows so many edits of a session.
  private func version(withEdits count: Int) -> VersionVector {
    var known = VersionVector()
    known.advance(SessionID(run: RunID(rawValue: 1), number: 0), to: count)
    return known
  }

  /// A note whose tags a session changed so often, and of which none is left.
  private func note(withEdits count: Int) throws -> [UInt8] {
    var writer = ByteWriter()
    version(withEdits: count).encode(to: &writer)
    writer.writeCount(0)
    var note = Note()
    note.tags = try ReplicatingSet(
      encoded: Frame.seal(writer, as: ReplicatingSet<String>.frameKind))
    return try note.encoded()
  }

  /// The purges of a note whose tags a session changed so often.
  private func purges(withEdits count: Int) throws -> [UInt8] {
    try ReplicationEnvironment(milliseconds: { 1 }, random: { 9 }).run {
      var purges = DocumentRemoval()
      try purges.remove(Note(encoded: note(withEdits: count)))
      return try purges.encoded()
    }
  }

  @Test func numbersBeyond32Bits() throws {
    let runs = TwoNoteRuns()
    #expect(try runs.open(Note.self, note(withEdits: 1 << 28), as: "most edits"))
    #expect(try runs.open(DocumentRemoval.self, purges(withEdits: 1 << 28), as: "most purged"))
    #expect(runs.drops("most purged", "most edits"))
    for count in [(1 << 28) + 1, 1 << 31, 1 << 32, 1 << 40] {
      runs.refuseThere(Note.self, try note(withEdits: count), as: "corrupt")
      // Purges keep the bytes of what they had seen. Where these cannot be read, no note is dropped.
      #expect(try runs.open(DocumentRemoval.self, purges(withEdits: count), as: "more purged"))
      #expect(runs.reaches["more purged"]?.covers(runs.note("most edits")) == true)
      runs.keepThere("most edits", despite: "more purged")
    }
    // A note with nearly the greatest number of edits can still be edited, and gives a delta.
    runs.edit("most edits", .adding(tag: "a"))
    runs.edit("most edits", .removing(tag: "a"))
    runs.edit("most edits", .title("x"))
    try runs.compare(Note.self, "most edits")
    try expectNoDifference(runs)
  }
}
