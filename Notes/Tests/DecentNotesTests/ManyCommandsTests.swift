// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Synchronization
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import DecentSync
@testable import ReplicatingText

/// The size of the saved form of a note that one command after another edited, each a run of its
/// own.
@Suite struct ManyCommandsTests {
  private static let commands = 10_000
  /// The bytes of an empty note, and some room.
  private static let room = 400

  private final class Chance: Sendable {
    let generator = Mutex(TestRun.generator(seed: 1))
    var word: UInt64 { generator.withLock { $0.next() } }
  }

  private let chance = Chance()

  /// Runs `body` as a command of its own, about a second after the one before.
  private func command(_ number: Int, _ body: () throws -> Void) rethrows {
    let time = 1_700_000_000_000 + UInt64(number) * 1_000 + chance.word % 1_000
    let chance = chance
    let environment = ReplicationEnvironment(milliseconds: { time }, random: { chance.word })
    try environment.run(body)
  }

  private func note(_ edit: (inout ReplicatingText, Int) -> Void) -> Note {
    var note = Note()
    command(0) { note.title.value = "Letters" }
    for number in 1...Self.commands { command(number) { edit(&note.text, number) } }
    return note
  }

  /// It used to take 29 bytes a command, of which zstd left 20: the columns counted places up.
  @Test func aCommandThatAddsALetterTakesFewMoreBytesThanItsRun() throws {
    let letters = Array("etaoinshrdlu eeta oi")
    let note = note { text, number in text.append(String(letters[Int(chance.word % 20)])) }
    let bytes = try note.encoded()
    #expect(bytes.count <= Self.commands * 22 + Self.room)
    #expect(PackedBytes.pack(bytes).count <= Self.commands * 13 + Self.room)
    let own = try note.encoded(for: CodingParty.ownDevice)
    #expect(own.count <= Self.commands * 23 + Self.room)
    #expect(PackedBytes.pack(own).count <= Self.commands * 13 + Self.room)
    #expect(try Note(encoded: bytes) == note)
  }

  @Test func aCommandThatTypesAnywhereTakesFewMoreBytesThanItsRun() throws {
    let note = note { text, number in
      let place = Int(chance.word % UInt64(number))
      text.characters.insert("x", at: place)
    }
    let bytes = try note.encoded()
    #expect(bytes.count <= Self.commands * 24 + Self.room)
    #expect(PackedBytes.pack(bytes).count <= Self.commands * 15 + Self.room)
    #expect(try Note(encoded: bytes) == note)
  }

  @Test func aVersionTakesNoMoreForManyCommands() throws {
    let note = note { text, _ in text.append("a") }
    #expect(try note.version.encoded().count <= 400)
  }

  /// It used to take 20 bytes a command.
  @Test func aVersionVectorTakesFiveBytesBesideTheRandomBitsOfARun() throws {
    let note = note { text, _ in text.append("a") }
    var vector = VersionVector()
    for run in note.text.editRuns { vector.advance(run.session, to: run.numbers.upperBound) }
    #expect(vector.counts.count == Self.commands)
    let bytes = vector.encoded()
    #expect(bytes.count <= Self.commands * 15 + Self.room)
    #expect(try VersionVector(encoded: bytes) == vector)
  }
}
