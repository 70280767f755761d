// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import DecentDocuments

/// Orders of documents on several devices.
@Suite(.seeded) struct SyncedOrderTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let libraries: [DocumentLibrary]
  private let devices: [DocumentCollection<Chore>]

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    libraries = try ["a", "b", "c"].map { try folder.library($0) }
    devices = try libraries.map { try $0.collection(of: Chore.self) }
  }

  /// Syncs until no device sends anything.
  ///
  /// - Returns: The order on all devices.
  @discardableResult
  private func settle() async throws -> [UUID] {
    for _ in 0..<8 {
      var isAtRest = true
      for library in libraries {
        let report = try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
        if report.uploaded.objects > 0 || !report.problems.isEmpty { isAtRest = false }
      }
      if isAtRest { break }
    }
    let orders = try devices.map { try $0.ids() }
    #expect(orders.allSatisfy { $0 == orders[0] })
    return orders[0]
  }

  @Test func movesOfDifferentDocumentsBothCount() async throws {
    let ids = try devices[0].add("a", "b", "c", "d")
    try await settle()
    try await devices[0].move(ids[3], after: nil)
    try await devices[1].move(ids[0], after: ids[1])
    #expect(try await settle() == [ids[3], ids[1], ids[0], ids[2]])
  }

  @Test func theLaterOfTwoMovesOfOneDocumentCounts() async throws {
    let ids = try devices[0].add("a", "b", "c", "d")
    try await settle()
    try await devices[1].move(ids[1], before: nil)
    try await devices[0].move(ids[1], after: nil)
    #expect(try await settle() == [ids[1], ids[0], ids[2], ids[3]])
    try await devices[0].move(ids[1], after: ids[2])
    try await devices[2].move(ids[1], before: nil)
    #expect(try await settle() == [ids[0], ids[2], ids[3], ids[1]])
  }

  @Test func documentsThatMoveIntoOneGapStandInOneOrder() async throws {
    let ids = try devices[0].add("low", "high", "x", "y", "z")
    try await settle()
    for place in 0..<3 { try await devices[place].move(ids[2 + place], before: ids[1]) }
    let order = try await settle()
    #expect(order.first == ids[0] && order.last == ids[1])
    // There is room between any two of them.
    for (before, after) in zip(order, order.dropFirst()) {
      let new = try await devices[1].add(Chore("new"))
      try await devices[1].move(new, after: before)
      #expect(try await devices[1].ids(after: before, atMost: 2) == [new, after])
    }
    #expect(try await settle().count == 9)
  }

  @Test func documentsAddedApartStandByTheirTimes() async throws {
    var ids = try devices[0].add("start")
    try await settle()
    for place in [0, 1, 1, 2, 0] { ids += try devices[place].add("new") }
    #expect(try await settle() == ids)
  }

  @Test func aDocumentThatComesBackHasItsPlace() async throws {
    let ids = try devices[0].add("a", "b", "c")
    try await devices[0].move(ids[2], before: ids[1])
    try await settle()
    try await devices[0].remove(ids[2])
    #expect(try await devices[0].ids() == [ids[0], ids[1]])
    #expect(try await devices[0].ids(after: nil, atMost: 9) == [ids[0], ids[1]])
    try await devices[1].edit(ids[2]) { $0.name.value = "comes back" }
    #expect(try await settle() == [ids[0], ids[2], ids[1]])
    // A move that the removing device had not seen brings it back, too.
    try await devices[0].remove(ids[2])
    try await devices[1].move(ids[2], after: nil)
    #expect(try await settle() == [ids[2], ids[0], ids[1]])
    try await devices[2].remove(ids[2])
    #expect(try await settle() == [ids[0], ids[1]])
    let draft = Chore("anew")
    try await devices[2].add(draft, id: ids[2])
    #expect(try await settle() == [ids[0], ids[1], ids[2]])
  }

  /// The order on a device, as an array says it, and its moves since the devices were last at rest.
  private struct Model {
    var order: [UUID]
    /// The neighbours of each document after its last move here.
    var moves: [UUID: (before: UUID?, after: UUID?)] = [:]

    mutating func move(_ id: UUID, before other: UUID?) {
      let before = order
      order.removeAll { $0 == id }
      let place = other.flatMap { order.firstIndex(of: $0) } ?? order.count
      order.insert(id, at: place)
      if order == before { return }
      moves[id] = (
        place > 0 ? order[place - 1] : nil, place + 1 < order.count ? order[place + 1] : nil
      )
    }

    mutating func move(_ id: UUID, after other: UUID?) {
      let others = order.filter { $0 != id }
      let place = other.flatMap { others.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      move(id, before: place < others.count ? others[place] : nil)
    }
  }

  /// Devices add and move documents apart, and sync now and then. Each device shows what an array does that is
  /// edited in the same way. After a sync, all show one order, in which:
  ///
  /// - documents that no device moved stand as before;
  /// - a document that one device moved stands between its neighbours, if no device moved these;
  /// - a document that several devices moved has the place that one of them gave it.
  @Test(arguments: 0..<3) func randomMovesKeepTheLaw(_ run: Int) async throws {
    var random = TestRun.generator(seed: UInt64(41 + run))
    _ = try devices[0].add("a", "b", "c", "d", "e", "f")
    var start = try await settle()
    for _ in 0..<TestRun.length(12) {
      var models = devices.map { _ in Model(order: start) }
      for _ in 0..<random.below(12) {
        let device = random.below(devices.count)
        let order = models[device].order
        if random.oneIn(8) {
          let new = try await devices[device].add(Chore("new"))
          models[device].order.append(new)
          continue
        }
        let id = random.pick(order)
        let other = random.oneIn(4) ? nil : random.pick(order)
        if id == other { continue }
        if random.oneIn(2) {
          models[device].move(id, before: other)
          try await devices[device].move(id, before: other)
        } else {
          models[device].move(id, after: other)
          try await devices[device].move(id, after: other)
        }
        #expect(try await devices[device].ids() == models[device].order)
      }
      start = try await check(models, from: start)
    }
  }

  private func check(_ models: [Model], from start: [UUID]) async throws -> [UUID] {
    let movers = models.indices.reduce(into: [UUID: [Int]]()) { movers, device in
      for id in models[device].moves.keys { movers[id, default: []].append(device) }
    }
    var places: [UUID: Set<FractionalIndex>] = [:]
    for (id, movers) in movers {
      places[id] = Set(try movers.compactMap { try devices[$0].document(of: id)?.place.value })
    }
    let order = try await settle()
    #expect(Set(order) == models.reduce(into: Set(start)) { $0.formUnion($1.order) })
    let stayed = start.filter { movers[$0] == nil }
    #expect(order.filter(stayed.contains) == stayed)
    let ranks = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    for (id, devicesThatMoved) in movers {
      let place = try await devices[0].document(of: id)?.place.value
      #expect(places[id]?.contains(try #require(place)) == true)
      guard devicesThatMoved.count == 1, let rank = ranks[id],
        let (before, after) = models[devicesThatMoved[0]].moves[id]
      else { continue }
      if let before, movers[before] == nil { #expect(try #require(ranks[before]) < rank) }
      if let after, movers[after] == nil { #expect(rank < (try #require(ranks[after]))) }
    }
    return order
  }
}
