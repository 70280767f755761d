// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// How the claims of objects get into documents that are sets of letters.
@Suite struct IntakeTests {
  private typealias Intake = DecentSync.Intake<MemoryRows, LetterDocuments<MemoryRows>>

  private let rows = MemoryRows()
  private let intake: Intake
  private let note: DocumentID

  init() throws {
    intake = Self.intake(LetterDocuments(rows: rows))
    note = try Bench.document()
  }

  private static func intake(_ documents: LetterDocuments<MemoryRows>) -> Intake {
    let notices = Notices(
      documents.rows, documents, of: RemoteName("folder"), options: PolicyOptions())
    return Intake(rows: documents.rows, notices: notices)
  }

  private let theirs = DeviceID(rawValue: 9)

  private func object(
    of device: DeviceID? = nil, number: Int = 1, level: Int = 0, taken: [SegmentReference] = [],
    _ claims: Claim...
  ) -> SealedObject {
    SealedObject(
      sealing: LogObject(
        device: device ?? theirs, number: number, level: level, taken: taken, claims: claims))
  }

  private func claim(_ base: String, _ news: String, holding delta: String? = nil) -> Claim {
    Claim(
      document: note, base: Array(base.utf8), news: Array(news.utf8),
      delta: Array((delta ?? news).utf8))
  }

  /// Begins an object, and gives its parts.
  private func begin(_ object: SealedObject, as name: String = "1") throws -> [IncomingPart] {
    let info = ObjectInfo(name: try Bench.name(name), size: 1)
    #expect(try intake.begin(object, readAs: info, at: 0))
    return object.parts(named: info.name)
  }

  private func isComplete(_ name: String) throws -> Bool? {
    try intake.objects[Bench.name(name)]?.isComplete
  }

  private func letters() throws -> String { try intake.documents.letters(of: note) }

  // MARK: Objects

  @Test func anObjectIsWholeOnceEachPartIsTakenIn() throws {
    let object = object(claim("", "a"), claim("", "b"))
    let parts = try begin(object)
    let whole = object.whole(named: try Bench.name("1"))
    _ = try intake.take([parts[1]])
    try intake.end(whole)
    #expect(try isComplete("1") == false)
    _ = try intake.take([parts[0]])
    try intake.end(whole)
    #expect(try isComplete("1") == true)
  }

  @Test func anotherObjectUnderTheNameDropsTheClaimsOfTheFirst() throws {
    _ = try intake.take(begin(object(claim("", "a"))))
    let parts = try begin(object(number: 2, claim("", "b")))
    #expect(try intake.claims.claims(of: note).isEmpty)
    _ = try intake.take(parts)
    #expect(try intake.claims.claims(of: note).map(\.row.to) == [Array("b".utf8)])
    #expect(try letters() == "ab")
  }

  @Test func anObjectOfThisIDThatWasNotSealedHereIsNotBegun() throws {
    let device = try intake.notices.identity.row().device
    let info = ObjectInfo(name: try Bench.name("1"), size: 1)
    #expect(try !intake.begin(object(of: device, claim("", "a")), readAs: info, at: 0))
    #expect(try intake.objects[info.name] == nil)
  }

  @Test func theFindingsOfACheckStayWithTheSameObject() throws {
    let first = object(claim("", "a"))
    _ = try begin(first)
    var row = try #require(try intake.objects[Bench.name("1")])
    row.isChecked = true
    try intake.objects.set(row, of: Bench.name("1"))
    _ = try begin(first)
    #expect(try intake.objects[Bench.name("1")]?.isChecked == true)
    _ = try begin(object(number: 2, claim("", "a")))
    #expect(try intake.objects[Bench.name("1")]?.isChecked == false)
  }

  @Test func aCompactionThatAnotherDeviceListsHasPropagated() throws {
    try intake.documents.add("a", to: note)
    let sealed = try intake.outbox.seal([claim("", "a")], level: 1)
    _ = try begin(sealed, as: "ours")
    #expect(try !intake.objects.hasPropagated(Bench.name("ours"), at: 0))
    _ = try begin(object(taken: [sealed.reference], claim("", "b")))
    #expect(try intake.objects.hasPropagated(Bench.name("ours"), at: 0))
  }

  @Test func anUnreadableObjectOfThisDeviceIsReplaced() throws {
    try intake.documents.add("a", to: note)
    let sealed = try intake.outbox.seal([claim("", "a")])
    _ = try intake.take(begin(sealed, as: "ours"))
    #expect(try intake.noteUnreadable(Bench.name("ours")))
    #expect(try intake.outbox.waiting().map(\.row.lacks) == [.own])
    #expect(try intake.claims.promises(of: Bench.name("ours")).count == 1)
    #expect(try !intake.noteUnreadable(Bench.name("ours")))
  }

  // MARK: Parts

  @Test func partsAreTakenInInWhateverOrder() throws {
    let parts = try begin(object(claim("", "a"), claim("a", "b"), claim("ab", "c")))
    let first = try intake.take([parts[2]])
    #expect(first.held.map(\.reason) == [.missingHistory] && first.changed.isEmpty)
    let rest = try intake.take([parts[2], parts[1], parts[0]])
    #expect(rest.held.isEmpty && rest.changed == [note])
    #expect(try letters() == "abc")
  }

  @Test func aPartThatLacksWhatItSaysIsHeld() throws {
    let outcome = try intake.take(begin(object(claim("", "ab", holding: "a"))))
    #expect(outcome.held.count == 1)
    #expect(try intake.claims.claims(of: note).isEmpty)
  }

  @Test func theDeviceOfOneEditIsNoted() throws {
    func writer() throws -> DeviceID? {
      try CommonRows.writer(of: note, at: Array(letters().utf8), in: rows)
    }
    _ = try intake.take(begin(object(claim("", "a"))))
    #expect(try writer() == nil)
    _ = try intake.take(begin(object(number: 2, claim("a", "b")), as: "2"))
    #expect(try writer() == theirs)
    _ = try intake.take(begin(object(number: 3, level: 1, claim("ab", "c")), as: "3"))
    #expect(try writer() == nil)
  }

  @Test func aDamagedDocumentHoldsItsOwnPartsAlone() throws {
    let other = try Bench.document("other")
    var documents = LetterDocuments(rows: rows)
    documents.damaged = [other]
    let letter = Array("x".utf8)
    let parts = try begin(
      object(claim("", "a"), Claim(document: other, base: [], news: letter, delta: letter)))
    let outcome = try Self.intake(documents).take(parts)
    #expect(outcome.held.map(\.part.claim.document) == [other])
    #expect(outcome.held.map(\.reason) == [.damagedHere])
    #expect(try letters() == "a")
  }

  // MARK: Removed documents

  /// An intake whose document was removed by a device that had seen these letters.
  private func removed(seeing letters: String) -> Intake {
    var documents = LetterDocuments(rows: rows)
    documents.removed = [note: letters]
    return Self.intake(documents)
  }

  @Test func whatARemovalHadSeenIsIgnored() throws {
    let outcome = try removed(seeing: "ab").take(begin(object(claim("", "a"), claim("a", "b"))))
    #expect(outcome.held.isEmpty && outcome.changed.isEmpty)
    #expect(try intake.claims.claims(of: note).count == 2)
    #expect(try letters() == "")
  }

  @Test func anEditOnWhatWasIgnoredBringsTheDocumentBack() throws {
    let intake = removed(seeing: "ab")
    _ = try intake.take(begin(object(claim("", "ab"))))
    let late = try begin(object(number: 2, claim("ab", "c")), as: "2")
    let outcome = try intake.take(late)
    #expect(outcome.held.map(\.reason) == [.missingHistory])
    #expect(outcome.reread == [try Bench.name("1")])
    #expect(try CommonRows.isRevived(note, in: rows))
    _ = try intake.take(begin(object(claim("", "ab"))) + late)
    #expect(try letters() == "abc")
  }

  /// The base may come with an object that was not read yet.
  @Test func anEditOnOtherEditsWaits() throws {
    let outcome = try removed(seeing: "ab").take(begin(object(claim("x", "c"))))
    #expect(outcome.held.map(\.reason) == [.missingHistory] && outcome.reread.isEmpty)
    #expect(try !CommonRows.isRevived(note, in: rows))
  }

  /// The document was added again, without the edits of the removed one.
  @Test func partsOfTheRemovedDocumentAreSettled() throws {
    try intake.documents.add("z", to: note)
    let parts = try begin(object(claim("a", "b"), claim("x", "y")))
    let outcome = try removed(seeing: "ab").settle(lackingHistory: parts)
    #expect(outcome.held.map(\.part.place) == [1])
    #expect(try intake.claims.claims(of: note).map(\.place) == [0])
  }
}
