// SPDX-License-Identifier: MIT

import BinaryCoding
import SyncSimulation
import Testing

@testable import DecentSync

/// Single flipped bits in the rows of a remote.
@Suite struct DamagedRowTests {
  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 100)

  private func syncAll(rounds: Int = 3) async throws {
    for round in 0..<rounds {
      for device in [ada, bob] { try await device.sync(store, at: UInt64(round) * 90_000_000) }
    }
  }

  private func edit() async throws {
    for word in ["first", "second", "third"] {
      try ada.add(word)
      try bob.add("also \(word)", to: "other")
      try await syncAll(rounds: 1)
    }
    try await syncAll()
  }

  private func isFound() -> Bool {
    do {
      try ada.policy().checkRows()
      return false
    } catch {
      return error is DamagedRow || error is DecodingFailure
    }
  }

  /// Whether a changed row says the same to sync. The size of a claim is only an estimate, a
  /// superseding object is looked at again before anything is deleted, and what is stale is
  /// computed anew.
  private func isHarmless(_ changed: [UInt8], for row: Row) -> Bool {
    if row.key.bytes[0] == SyncTable.coverage.rawValue {
      return (try? CoverageRow(row: changed))?.isStale ?? false
    }
    guard var one = try? ClaimRow(row: changed), let other = try? ClaimRow(row: row.value),
      one.isSuperseded == other.isSuperseded
    else { return false }
    one.size = other.size
    one.successor = other.successor
    return one == other
  }

  @Test(arguments: [SyncTable.claim, .coverage]) func eachFlippedBitIsFound(
    _ table: SyncTable
  ) async throws {
    try await edit()
    #expect(!isFound())
    var count = 0
    for row in try ada.rows.rows(in: RowKey(table)) {
      for bit in 0..<row.value.count * 8 {
        var changed = row.value
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        if isHarmless(changed, for: row) { continue }
        count += 1
        try ada.rows.set(row.key, to: changed)
        if !isFound() { Issue.record("bit \(bit) of \(row)") }
        try ada.rows.set(row.key, to: row.value)
      }
    }
    #expect(count > 500)
  }

  @Test func aRemoteIsReadAnewAfterItsRowsWereForgotten() async throws {
    try await edit()
    let claim = try #require(try ada.rows.rows(in: RowKey(.claim)).first)
    try ada.rows.set(claim.key, to: [0])
    try ada.rows.set(RowKey(.device), to: [1])
    let checksum = try #require(try ada.rows.rows(in: RowKey(.written)).first)
    try ada.rows.set(checksum.key, to: [1])
    #expect(isFound())
    try ada.policy().forgetDamagedRows()
    #expect(!isFound())
    try ada.add("fourth")
    try await syncAll()
    #expect(!isFound())
    #expect(try bob.words() == ada.words())
    #expect(try ada.words().contains("fourth"))
  }

  @Test func aRemoteThatIsForgottenLeavesNoRow() async throws {
    try await edit()
    try await ada.sync(store, options: SyncOptions(deviceName: "laptop"))
    try ada.policy().close()
    for table in UInt8.min ... .max {
      #expect(try ada.rows.rows(in: RowKey(bytes: [table]).adding("folder")).isEmpty)
    }
  }

  /// A count that is too small must not become negative.
  @Test func wrongCountsStopNothingButTheRun() async throws {
    try await edit()
    for row in try ada.rows.rows(in: RowKey(.coverage)) {
      var coverage = try CoverageRow(row: row.value)
      coverage.claims = 0
      try ada.rows.set(row.key, to: coverage)
    }
    for (name, row) in try ada.policy().objects.all() where row.live > 0 {
      #expect(throws: DamagedRow.self) { try ada.policy().note(absent: name, isThere: false) }
    }
  }

  /// The row that says which documents wait to be sent.
  @Test func anEditIsStoredBesideADamagedRow() async throws {
    try await edit()
    let document = try #require(DocumentID("note"))
    let key = ada.policy().key(.waiting, document)
    try ada.rows.set(key, to: [7])
    try ada.add("fourth")
    try await syncAll()
    #expect(try bob.words().contains("fourth"))
  }
}
