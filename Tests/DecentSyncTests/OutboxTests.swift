// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// Documents that wait to be sent. They are sets of letters.
@Suite struct OutboxTests {
  private let rows = MemoryRows()
  private let documents: LetterDocuments<MemoryRows>
  private let outbox: Outbox<MemoryRows, LetterDocuments<MemoryRows>>
  private let note: DocumentID

  init() throws {
    documents = LetterDocuments(rows: rows)
    outbox = Outbox(rows, documents, of: RemoteName("folder"), options: PolicyOptions())
    note = try Bench.document()
    try documents.add("ab", to: note)
  }

  private func wait(isEdited: Bool = false, lacks: WaitingRow.Lack = .nothing) throws {
    try outbox.set(WaitingRow(isEdited: isEdited, lacks: lacks), of: note)
  }

  private func due(forOthers: Bool = false, upTo limit: Int = 100) throws -> [Claim] {
    var claims: [Claim] = []
    try outbox.addDueClaims(
      of: outbox.waiting(), to: &claims, upTo: limit, forOthers: forOthers)
    return claims
  }

  /// Covers letters of the document, by an object of another device.
  private func cover(_ letters: String) throws {
    let name = try Bench.name("theirs")
    let reference = SegmentReference(device: DeviceID(rawValue: 9), number: 1, checksum: 7)
    try outbox.claims.objects.set(
      ObjectRow(size: 1, reference: reference, level: 0, since: 0), of: name)
    let row = ClaimRow(base: [], to: Array(letters.utf8), size: 1)
    try outbox.claims.add(
      [KnownClaim(document: note, name: name, place: 0, row: row)], of: note, documents.open(note))
  }

  @Test func aGreaterLackReplacesALesserOne() throws {
    try outbox.note(.own, of: note)
    try outbox.note(.others, of: note)
    #expect(try outbox.waiting().map(\.row.lacks) == [.own])
  }

  @Test func editsAreDue() throws {
    try wait(isEdited: true)
    #expect(try due().map(\.news) == [Array("ab".utf8)])
    #expect(try due(upTo: 0).isEmpty)
  }

  @Test func changesOfOthersAreDueOnceTheyAreLacking() throws {
    try wait()
    #expect(try due(forOthers: true).isEmpty)
    try wait(lacks: .others)
    #expect(try due(forOthers: false).isEmpty)
    #expect(try due(forOthers: true).count == 1)
    try wait(lacks: .own)
    #expect(try due(forOthers: false).count == 1)
  }

  @Test func aCoveredDocumentNoLongerWaits() throws {
    try wait(isEdited: true)
    try cover("ab")
    #expect(try due().isEmpty)
    #expect(try outbox.waiting().isEmpty)
  }

  @Test func theRestOfACoveredDocumentIsDue() throws {
    try wait(isEdited: true)
    try cover("a")
    #expect(try due().map(\.news) == [Array("b".utf8)])
  }

  @Test func aLostObjectIsNotedOfItsDocuments() throws {
    try cover("a")
    try outbox.drop(Bench.name("theirs"), noting: .others)
    #expect(try outbox.waiting().map(\.row.lacks) == [.others])
    #expect(try outbox.claims.objects[Bench.name("theirs")] == nil)
    #expect(try outbox.claims.claims(of: note).isEmpty)
  }

  /// A change of others waits for a further run. An edit goes with the next.
  @Test func onlyChangesOfOthersArePostponed() throws {
    let (edited, taken) = (WaitingRow(isEdited: true), WaitingRow())
    #expect(try !outbox.postpones(note, edited, isSure: true))
    #expect(try outbox.postpones(note, taken, isSure: false))
    #expect(try outbox.waiting().isEmpty)
    #expect(try outbox.postpones(note, taken, isSure: true))
    #expect(try outbox.waiting().map(\.row.lacks) == [.others])
  }

  @Test func anObjectStaysSealedUntilItIsConfirmed() throws {
    try wait(isEdited: true)
    let object = try outbox.seal(due())
    #expect(try outbox.firstSealed() == object)
    #expect(try outbox.isSealed(object.object.number))
    #expect(try outbox.claims.objects.identity.didSeal(object.reference))
    try outbox.unseal(object)
    #expect(try outbox.firstSealed() == nil)
  }

  @Test func theClaimsOfAGivenUpNameAreSealedAgain() throws {
    try wait(isEdited: true)
    let first = try outbox.seal(due(), level: 2)
    try outbox.giveUpName(of: first)
    let second = try #require(try outbox.firstSealed())
    #expect(second.object.claims == first.object.claims && second.object.level == 2)
    #expect(second.name != first.name)
    #expect(try outbox.claims.objects.tornNames() == [first.name])
    // Another run does nothing more.
    try outbox.giveUpName(of: first)
    #expect(try outbox.firstSealed() == second)
  }

  @Test func anObjectSupersedesTheTornOnesThatItReplaces() throws {
    let torn = TornRow(
      reference: SegmentReference(device: DeviceID(rawValue: 1), number: 9, checksum: 7), level: 3,
      promises: [TornRow.Promise(document: note, base: [], to: [])])
    try outbox.claims.objects.setTorn(torn, of: Bench.name("torn"))
    try wait(isEdited: true)
    #expect(try outbox.seal(due()).object.level == 3)
  }
}
