// SPDX-License-Identifier: MIT

import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Testing

@testable import DecentNotes

/// The order of the notes and its changes.
@Suite struct LibraryOrderTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path)
  }

  /// Adds notes in such a way that they stand in the given order.
  private func add(_ titles: String...) throws -> [NoteID] {
    try titles.reversed().map { try library.add(NoteDraft(title: $0)) }.reversed()
  }

  private func titles() throws -> String {
    #expect(try library.summaries() == library.decodedSummaries())
    return try library.summaries().map(\.title).joined()
  }

  private func add(_ title: String, at milliseconds: UInt64, id bits: UInt64) throws -> NoteID {
    let environment = ReplicationEnvironment(milliseconds: { milliseconds }, random: { bits })
    return try environment.run { try library.add(NoteDraft(title: title)) }
  }

  @Test func aNewNoteNeedsNoIndexOfItsOwn() throws {
    _ = try add("a", "b", "c")
    #expect(try titles() == "abc")
    #expect(try library.movedNotes() == [])
  }

  @Test func notesOfOneMomentStandAsTheyWereAdded() throws {
    for bits in [9, 3, 5, 1] as [UInt64] { _ = try add("\(bits)", at: 1000, id: bits) }
    #expect(try titles() == "1539")
    #expect(try library.movedNotes() == [])
  }

  /// A large import gives each note a time of its own. It ends before these times have passed.
  @Test func aNoteAfterALargeImportNeedsNoIndexOfItsOwn() throws {
    let files = (0..<2_000).map { (file: NoteFile(""), defaultTitle: "\($0)", path: "\($0).md") }
    let environment = ReplicationEnvironment(
      milliseconds: { 1_700_000_000_000 }, random: { UInt64.random(in: 0...(.max)) })
    try environment.run {
      _ = try library.take(in: files)
      _ = try library.add(NoteDraft(title: "new"))
    }
    #expect(try library.summaries().first?.title == "new")
    #expect(try library.movedNotes() == [])
  }

  /// The clock was set back ten years.
  @Test func aNewNoteComesFirstWhateverTheClockSays() throws {
    _ = try add("a", at: 1_700_000_000_000, id: 1)
    _ = try add("b", at: 1_700_000_001_000, id: 2)
    _ = try add("c", at: 1_400_000_000_000, id: 3)
    #expect(try titles() == "cba")
    _ = try add("d", at: 1_400_000_000_001, id: 4)
    #expect(try titles() == "dcba")
  }

  @Test func everyMoveGivesWhatAListWould() throws {
    for count in 1...4 {
      for old in 0..<count {
        for new in 0..<count {
          let library = try Library(openingOrCreating: folder.path("\(count)-\(old)-\(new)"))
          var expected = try (0..<count).map { try library.add(NoteDraft(title: "\($0)")) }
          expected.reverse()
          for _ in 0..<2 {
            let id = expected.remove(at: old)
            expected.insert(id, at: new)
            try library.move(id, to: .number(new + 1))
            #expect(try library.summaries().map(\.id) == expected, "\(count) \(old) \(new)")
            #expect(try library.summaries() == library.decodedSummaries())
          }
        }
      }
    }
  }

  @Test func notesMoveBesideOthers() throws {
    let ids = try add("a", "b", "c", "d")
    try library.move(ids[3], to: .before(ids[1]))
    #expect(try titles() == "adbc")
    try library.move(ids[0], to: .after(ids[2]))
    #expect(try titles() == "dbca")
    try library.move(ids[1], to: .after(ids[3]))
    #expect(try titles() == "dbca")
    _ = try add("e")
    #expect(try titles() == "edbca")
  }

  @Test func placesCountTheNotesThatAreNotInTheTrash() throws {
    let ids = try add("a", "b", "c")
    try library.setTrashed(true, ids[0])
    try library.move(ids[2], to: .number(1))
    #expect(try titles() == "acb")
    try library.move(ids[2], to: .number(2))
    #expect(try titles() == "abc")
  }

  @Test func placesThatAreNotThereAreRefused() throws {
    let ids = try add("a", "b")
    for number in [0, 3, -1, Int.max] {
      #expect(throws: LibraryFailure.noSuchPlace(number, count: 2)) {
        try library.move(ids[0], to: .number(number))
      }
    }
    #expect(throws: LibraryFailure.movedBesideItself) {
      try library.move(ids[0], to: .before(ids[0]))
    }
    let stranger = NoteID(rawValue: 7)
    #expect(throws: LibraryFailure.unknownNote("\(stranger)")) {
      try library.move(ids[0], to: .after(stranger))
    }
    #expect(throws: LibraryFailure.unknownNote("\(stranger)")) {
      try library.move(stranger, to: .number(1))
    }
    #expect(try titles() == "ab")
  }

  @Test func movingToTheSamePlaceStoresNothing() throws {
    let ids = try add("a", "b", "c")
    try library.move(ids[1], to: .number(2))
    #expect(try library.movedNotes() == [])
  }

  @Test(.seeded) func randomMovesGiveWhatAListWould() throws {
    var generator = SeededGenerator(seed: 7)
    var expected: [NoteID] = []
    for step in 0..<200 {
      if expected.isEmpty || generator.below(4) == 0 {
        expected.insert(try library.add(NoteDraft(title: "\(step)")), at: 0)
      } else {
        let id = expected.remove(at: generator.below(expected.count))
        let place = generator.below(expected.count + 1)
        expected.insert(id, at: place)
        try library.move(id, to: .number(place + 1))
      }
      #expect(try library.summaries().map(\.id) == expected)
    }
    #expect(try library.summaries() == library.decodedSummaries())
  }
}
