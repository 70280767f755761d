// SPDX-License-Identifier: MIT

import DecentSync
import Testing

@testable import DecentNotes

/// What a journal must keep, checked on a library's.
@Suite struct LibraryJournalTests {
  private let folder: TemporaryFolder
  private let laptop: Library
  private let phone: Library
  private let remote = RemoteName("cloud")

  init() throws {
    folder = try TemporaryFolder()
    laptop = try Library(openingOrCreating: folder.path("laptop"))
    phone = try Library(openingOrCreating: folder.path("phone"))
  }

  private func seal(_ library: Library) throws -> SealedSegment {
    try #require(
      try LibraryJournal(of: library).nextSealed(for: remote, limit: 1 << 16, forOthers: true))
  }

  private func sealAndConfirm(_ library: Library) throws -> SealedSegment {
    let sealed = try seal(library)
    try LibraryJournal(of: library).confirm(sealed, at: remote)
    return sealed
  }

  private func isAllSealed(_ library: Library) throws -> Bool {
    try LibraryJournal(of: library).nextSealed(for: remote, limit: 1 << 16, forOthers: true) == nil
  }

  private func apply(_ sealed: SealedSegment, to library: Library) throws -> ApplyOutcome {
    try LibraryJournal(of: library).apply(sealed, from: sealed.info, of: remote)
  }

  @Test func thereIsNothingToSealInANewLibrary() throws {
    #expect(try isAllSealed(laptop))
    #expect(try LibraryJournal(of: laptop).knownObjects(of: remote) == [])
  }

  @Test func theDeviceStaysTheSame() throws {
    let device = try LibraryJournal(of: laptop).device()
    let reopened = try Library(opening: laptop.folder)
    #expect(try LibraryJournal(of: reopened).device() == device)
    #expect(try LibraryJournal(of: phone).device() != device)
  }

  @Test func whatIsSealedIsTheSameUntilItIsConfirmed() throws {
    _ = try laptop.add(NoteDraft(title: "Plan"))
    let sealed = try seal(laptop)
    _ = try laptop.add(NoteDraft(title: "Later"))
    #expect(try seal(Library(opening: laptop.folder)) == sealed)
    try LibraryJournal(of: laptop).confirm(sealed, at: remote)
    let next = try sealAndConfirm(laptop)
    #expect(next.segment.number == sealed.segment.number + 1)
    #expect(try isAllSealed(laptop))
    let known = try LibraryJournal(of: laptop).knownObjects(of: remote)
    #expect(Set(known.map(\.info)) == [sealed.info, next.info])
    #expect(known.map(\.isComplete) == [true, true])
  }

  @Test func everyRemoteGetsEverything() throws {
    _ = try laptop.add(NoteDraft(title: "Plan"))
    let first = try sealAndConfirm(laptop)
    let other = RemoteName("stick")
    let second = try #require(
      try LibraryJournal(of: laptop).nextSealed(for: other, limit: 1, forOthers: false))
    #expect(second.segment.number == first.segment.number + 1)
    #expect(second.segment.changes.count == 1)
  }

  @Test func aSegmentTakesOneDocumentAtLeastAndStopsAtTheLimit() throws {
    for number in 0..<5 { _ = try laptop.add(NoteDraft(title: "\(number)")) }
    var documents: Set<DocumentID> = []
    while let sealed = try LibraryJournal(of: laptop).nextSealed(
      for: remote, limit: 1, forOthers: false)
    {
      #expect(sealed.segment.changes.count == 1)
      documents.formUnion(sealed.segment.changes.map(\.document))
      try LibraryJournal(of: laptop).confirm(sealed, at: remote)
    }
    #expect(documents.count == 5)
  }

  @Test func whatIsAppliedIsThereAndNotSealedAgain() throws {
    let id = try laptop.add(NoteDraft(title: "Plan", text: "text", tags: ["a"], priority: .low))
    let sealed = try sealAndConfirm(laptop)
    let outcome = try apply(sealed, to: phone)
    #expect(Set(outcome.changed.map(\.text)) == ["note/\(id)"])
    #expect(outcome.held == [])
    #expect(try phone.note(id) == laptop.note(id))
    #expect(try phone.summaries() == laptop.summaries())
    #expect(try isAllSealed(phone))
    #expect(try apply(sealed, to: phone) == ApplyOutcome())
    #expect(
      try LibraryJournal(of: phone).knownObjects(of: remote)
        == [KnownObject(info: sealed.info, isComplete: true, segment: sealed.reference)])
  }

  @Test func aChangeThatIsEarlyIsHeldUntilItsPastIsThere() throws {
    let id = try laptop.add(NoteDraft(title: "Plan", text: "one"))
    let first = try sealAndConfirm(laptop)
    try laptop.setText(of: id, to: "one two")
    let second = try sealAndConfirm(laptop)
    #expect(second.segment.changes.map(\.after) == [[first.reference]])
    let early = try apply(second, to: phone)
    #expect(early.changed == [])
    #expect(early.held.map(\.reason) == [.missingHistory])
    #expect(try LibraryJournal(of: phone).knownObjects(of: remote).map(\.isComplete) == [false])
    #expect(try phone.summaries() == [])
    _ = try apply(first, to: phone)
    #expect(try apply(second, to: phone).held == [])
    #expect(try phone.note(id) == laptop.note(id))
    #expect(try isAllSealed(phone))
  }

  @Test func whatARemoteLostIsSealedAgain() throws {
    _ = try laptop.add(NoteDraft(title: "Plan"))
    let sealed = try sealAndConfirm(laptop)
    try LibraryJournal(of: laptop).forget([sealed.name], of: remote)
    let again = try sealAndConfirm(laptop)
    #expect(again.segment.changes == sealed.segment.changes)
    #expect(try isAllSealed(laptop))
  }

  @Test func anotherDeviceSealsWhatARemoteLost() throws {
    let id = try laptop.add(NoteDraft(title: "Plan", text: "one"))
    let first = try sealAndConfirm(laptop)
    try laptop.setText(of: id, to: "one two")
    let second = try sealAndConfirm(laptop)
    for sealed in [first, second] { _ = try apply(sealed, to: phone) }
    try LibraryJournal(of: phone).forget([first.name], of: remote)
    let repair = try sealAndConfirm(phone)
    let third = try Library(openingOrCreating: folder.path("third"))
    #expect(try apply(repair, to: third).held == [])
    #expect(try third.note(id) == laptop.note(id))
  }

  @Test func changesThatCannotBeReadDoNotHinderTheOthers() throws {
    let id = try laptop.add(NoteDraft(title: "Plan"))
    try laptop.changeIndex { $0.order.append(id) }
    let sealed = try seal(laptop)
    let unknown = try #require(DocumentID("picture/7"))
    let changes = sealed.segment.changes.map { change in
      change.document.text == "index"
        ? DocumentChange(
          document: change.document, after: change.after, version: change.version, delta: [1])
        : change
    }
    let odd = SealedSegment(
      sealing: Segment(
        device: .random(), number: 1,
        changes: changes + [DocumentChange(document: unknown, after: [], version: [], delta: [])]))
    let outcome = try apply(odd, to: phone)
    #expect(outcome.changed.map(\.text) == ["note/\(id)"])
    #expect(outcome.held.map(\.document.text) == ["index", "picture/7"])
    #expect(try phone.summaries().map(\.title) == ["Plan"])
    #expect(try LibraryJournal(of: phone).knownObjects(of: remote).map(\.isComplete) == [false])
  }

  @Test func itKnowsWhatItSealed() throws {
    _ = try laptop.add(NoteDraft(title: "Plan"))
    let sealed = try sealAndConfirm(laptop)
    let reopened = LibraryJournal(of: try Library(opening: laptop.folder))
    #expect(try reopened.didSeal(sealed.reference))
    #expect(try !LibraryJournal(of: phone).didSeal(sealed.reference))
    let other = SegmentReference(
      device: sealed.reference.device, number: 1, checksum: sealed.reference.checksum ^ 1)
    #expect(try !reopened.didSeal(other))
  }

  @Test func aNewDeviceIDStartsAfresh() throws {
    _ = try laptop.add(NoteDraft(title: "Plan"))
    let journal = LibraryJournal(of: laptop)
    let old = try journal.device()
    let sealed = try seal(laptop)
    let new = try journal.renewDevice(replacing: old)
    #expect(new != old)
    #expect(try journal.device() == new)
    #expect(try journal.renewDevice(replacing: old) == new)
    #expect(try !journal.didSeal(sealed.reference))
    let again = try sealAndConfirm(laptop)
    #expect(again.segment.device == new)
    #expect(again.segment.changes == sealed.segment.changes)
    try journal.confirm(sealed, at: remote)
    #expect(try isAllSealed(laptop))
  }

  @Test func whatOthersChangedIsPutOffBeforeItIsSealed() throws {
    let journal = LibraryJournal(of: phone)
    let other = RemoteName("stick")
    let id = try laptop.add(NoteDraft(title: "Plan"))
    _ = try apply(sealAndConfirm(laptop), to: phone)
    #expect(try journal.postpone(at: remote, isSure: true) == [])
    #expect(try journal.nextSealed(for: other, limit: 1, forOthers: true) == nil)
    #expect(try journal.postpone(at: other, isSure: true).map(\.text) == ["note/\(id)"])
    #expect(try journal.nextSealed(for: other, limit: 1, forOthers: false) == nil)
    let sealed = try #require(try journal.nextSealed(for: other, limit: 1, forOthers: true))
    try journal.confirm(sealed, at: other)
    #expect(try journal.postpone(at: other, isSure: true) == [])
  }

  @Test func whatWasEditedHereIsNotPutOff() throws {
    let journal = LibraryJournal(of: phone)
    let other = RemoteName("stick")
    let id = try laptop.add(NoteDraft(title: "Plan"))
    _ = try apply(sealAndConfirm(laptop), to: phone)
    try phone.setTitle(of: id, to: "Plans")
    #expect(try journal.nextSealed(for: other, limit: 1, forOthers: false) != nil)
    try laptop.setText(of: id, to: "text")
    _ = try apply(sealAndConfirm(laptop), to: phone)
    #expect(try sealAndConfirm(phone).segment.changes.count == 1)
    #expect(try journal.nextSealed(for: remote, limit: 1, forOthers: false) == nil)
  }

  @Test func whatIsMissedStillCounts() throws {
    _ = try laptop.add(NoteDraft(title: "Plan"))
    let sealed = try sealAndConfirm(laptop)
    _ = try apply(sealed, to: phone)
    for library in [laptop, phone] {
      let journal = LibraryJournal(of: library)
      try journal.miss([sealed.name], of: remote)
      #expect(try isAllSealed(library))
      let isOurs = library === laptop
      #expect(
        try journal.knownObjects(of: remote)
          == [
            KnownObject(
              info: sealed.info, isComplete: true, isOurs: isOurs, isMissed: true,
              segment: sealed.reference)
          ])
      _ = try apply(sealed, to: library)
      #expect(try journal.knownObjects(of: remote).map(\.isMissed) == [false])
    }
  }

  @Test func removingARemoteForgetsWhatItHeld() throws {
    try laptop.add(Remote(name: "cloud", folder: "/x"))
    _ = try laptop.add(NoteDraft(title: "Plan"))
    let sealed = try sealAndConfirm(laptop)
    try laptop.removeRemote(named: "cloud")
    #expect(try LibraryJournal(of: laptop).knownObjects(of: remote) == [])
    #expect(try seal(laptop).segment.number == sealed.segment.number + 1)
  }
}

extension SealedSegment {
  /// The object in which its author stores it.
  fileprivate var info: ObjectInfo { ObjectInfo(name: name, size: bytes.count) }
}
