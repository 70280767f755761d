// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// Parts of objects that wait to be taken in.
@Suite struct ReceiveBufferTests {
  /// An object of small claims on one document.
  private func object(claims count: Int) throws -> SealedObject {
    let document = try #require(DocumentID("note/a"))
    let claims = (0..<count).map { _ in
      Claim(document: document, base: [], news: [1], delta: [1])
    }
    return SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: 1), number: 1, level: 1, taken: [], claims: claims))
  }

  @Test func partsAreTakenOutInBatches() throws {
    let name = try #require(ObjectName("log/a"))
    let object = try object(claims: 5000)
    let options = PolicyOptions()
    var buffer = ReceiveBuffer()
    buffer.add(object, named: name)
    var places: [Int] = []
    while buffer.readyCount > 0 {
      let batch = buffer.batch(options)
      #expect(batch.count <= options.batchClaims)
      places += batch.map(\.place)
    }
    #expect(places.sorted() == Array(0..<5000))
    #expect(!buffer.isFull(options))
  }

  /// The outcome of a batch in which some parts are held.
  private func note(
    _ batch: [IncomingPart], holding places: Set<Int>, in buffer: inout ReceiveBuffer
  ) -> [ObjectName] {
    var outcome = TakeOutcome()
    outcome.held = batch.filter { places.contains($0.place) }.map { ($0, .missingHistory) }
    outcome.changed = Set(batch.map(\.claim.document))
    return buffer.note(outcome, of: batch).map(\.name)
  }

  @Test func anObjectReadTwiceIsWholeOnceEachPartIsTakenIn() throws {
    let name = try #require(ObjectName("log/a"))
    let options = PolicyOptions()
    var buffer = ReceiveBuffer()
    buffer.add(try object(claims: 2), named: name)
    #expect(note(buffer.batch(options), holding: [0], in: &buffer) == [])
    buffer.add(try object(claims: 2), named: name)
    let twice = buffer.batch(options)
    #expect(twice.map(\.place).sorted() == [0, 0, 1])
    #expect(note(twice, holding: [0], in: &buffer) == [])
    #expect(note(buffer.batch(options), holding: [], in: &buffer) == [name])
    #expect(buffer.held.isEmpty)
  }

  /// A part of a removed document may say what the removal has not seen, and be false. The document
  /// came for it and went, at each attempt, in a run without an end.
  @Test func partsThatAreHeldDoNotWakeEachOther() throws {
    let name = try #require(ObjectName("log/a"))
    var buffer = ReceiveBuffer()
    buffer.add(try object(claims: 2), named: name)
    #expect(note(buffer.batch(PolicyOptions()), holding: [0, 1], in: &buffer) == [])
    #expect(buffer.readyCount == 0)
    #expect(buffer.held.map(\.name) == [name])
  }

  /// Parts of the bytes that were read before are no longer wanted.
  @Test func anObjectThatChangedBetweenTwoReadsIsTakenInAnew() throws {
    let name = try #require(ObjectName("log/a"))
    var buffer = ReceiveBuffer()
    buffer.add(try object(claims: 3), named: name)
    buffer.add(try object(claims: 1), named: name)
    let batch = buffer.batch(PolicyOptions())
    #expect(batch.map(\.place) == [0])
    #expect(note(batch, holding: [], in: &buffer) == [name])
  }

  /// A part of any size is taken out alone.
  @Test func aBatchHasAboutSoManyBytes() throws {
    let name = try #require(ObjectName("log/a"))
    var options = PolicyOptions()
    options.batchBytes = 40
    var buffer = ReceiveBuffer()
    buffer.add(try object(claims: 10), named: name)
    #expect(buffer.isFull(options))
    #expect(buffer.batch(options).count == 3)
    options.batchBytes = 1
    #expect(buffer.batch(options).count == 1)
    #expect(buffer.readyCount == 6)
  }
}
