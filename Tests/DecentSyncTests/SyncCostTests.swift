// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

/// The cost of a sync after many rounds: it grows with their logarithm at most.
@Suite struct SyncCostTests {
  private struct Costs {
    var objects = 0
    var mostObjects = 0
    var reads = 0
    var writes = 0
    var idleReads = 0
    var requests = 0
  }

  /// Devices edit and sync in turn, two minutes apart.
  ///
  /// - Returns: The costs of the last round, for each device.
  private func takeTurns(
    _ rounds: Int, devices count: Int = 3, notes: Int = 1, measuredAfter marks: [Int]
  ) async throws -> [Costs] {
    let store = CountingStore()
    let devices = (1...count).map { TallyDevice(UInt64($0)) }
    var found: [Costs] = []
    var costs = Costs()
    for round in 1...rounds {
      let isMeasured = marks.contains { (($0 - 9)...$0).contains(round) }
      if isMeasured { devices.forEach { $0.rows.resetCounts() } }
      for device in devices {
        let note = try #require(DocumentID("note/\((round * 7 + 3) % notes)"))
        try device.documents.edit(note, by: device.author)
        device.rows.resetCounts()
        let before = store.counts
        try await device.sync(store, at: UInt64(round) * 120_000)
        if isMeasured {
          costs.requests +=
            store.counts.reads + store.counts.writes - before.reads - before.writes
          costs.reads += device.rows.reads
          costs.writes += device.rows.writes
          costs.objects = try store.names().count
          costs.mostObjects = max(costs.mostObjects, costs.objects)
        }
      }
      if marks.contains(round) {
        costs.reads /= 10 * count
        costs.writes /= 10 * count
        costs.requests /= 10 * count
        for device in devices { try await device.sync(store, at: UInt64(round) * 120_000) }
        costs.idleReads = try await idle(devices[0], store, at: UInt64(round) * 120_000)
        found.append(costs)
        costs = Costs()
      }
    }
    let all = try devices[0].documents.all()
    #expect(all.count == min(notes, rounds))
    for device in devices {
      for note in all {
        #expect(try device.documents.tally(of: note) == devices[0].documents.tally(of: note))
      }
    }
    return found
  }

  /// Expects that a sync with nothing to do takes one listing and writes nothing.
  private func idle(_ device: TallyDevice, _ store: CountingStore, at time: UInt64) async throws
    -> Int
  {
    for _ in 0..<8 { try await device.sync(store, at: time) }
    device.rows.resetCounts()
    let before = store.counts
    #expect(try await device.sync(store, at: time) == SyncReport())
    #expect(store.counts == before.adding(lists: 1))
    #expect(device.rows.writes == 0)
    return device.rows.reads
  }

  /// Expects costs that hardly grow from 100 rounds to 1000, the last two that were measured.
  ///
  /// Ten times the rounds add at most two levels, and each level has a quarter of the objects below
  /// it: 4/3 objects in all for each sync. On the average an object is created and read back (8/3
  /// requests), read to be joined (4/3), deleted (4/3), and read by two others (8/3). That makes
  /// eight requests; ten rounds may have somewhat more of the rare ones.
  private func expectSmall(_ costs: [Costs]) {
    for cost in costs {
      #expect(cost.mostObjects <= 60)
      #expect(cost.requests <= 10)
      // A sync with nothing to do looks only at the objects that are there.
      #expect(cost.idleReads <= 20 * cost.objects)
    }
    let parts: [KeyPath<Costs, Int>] = [\.reads, \.writes, \.requests]
    let (earlier, later) = (costs[costs.count - 2], costs[costs.count - 1])
    for part in parts {
      #expect(2 * later[keyPath: part] <= 3 * earlier[keyPath: part], "\(earlier) \(later)")
    }
  }

  @Test func oneNoteEditedInTurn() async throws {
    expectSmall(try await takeTurns(1000, measuredAfter: [10, 100, 1000]))
  }

  @Test func aThousandNotesEditedInTurn() async throws {
    expectSmall(try await takeTurns(1000, notes: 1000, measuredAfter: [100, 1000]))
  }

  /// No other device acknowledges, so the objects of an hour wait for the grace period, too.
  @Test func oneDeviceAlone() async throws {
    expectSmall(try await takeTurns(1000, devices: 1, measuredAfter: [100, 1000]))
  }
}

/// A device whose documents are tallies.
private final class TallyDevice {
  let author: UInt64
  let rows = ProbedRows()
  let documents: TallyDocuments
  let policy: SyncPolicy<ProbedRows, TallyDocuments>

  init(_ author: UInt64) {
    self.author = author
    documents = TallyDocuments(rows: rows)
    var options = PolicyOptions()
    let ids = IncreasingIDs(after: author)
    options.makeDevice = { ids.next() }
    policy = SyncPolicy(rows, documents, remote: RemoteName("folder"), options: options)
  }

  @discardableResult
  func sync(_ store: CountingStore, at time: UInt64) async throws -> SyncReport {
    let options = SyncOptions(acknowledges: false)
    return try await SyncRun(policy, with: store, options: options, now: { time }).run()
  }
}
