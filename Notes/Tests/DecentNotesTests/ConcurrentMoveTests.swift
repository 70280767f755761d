// SPDX-License-Identifier: MIT

import DecentSync
import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Synchronization
import Testing

@testable import DecentNotes

/// Concurrent moves of two or more devices.
@Suite struct ConcurrentMoveTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func sync(_ library: Library, with store: MemoryStore) async throws {
    _ = try await library.sync(with: store, as: RemoteName("cloud"))
  }

  /// The order that both devices show after each made a move unknown to the other.
  ///
  /// - Parameters:
  ///   - isOrderKnown: Whether a note was moved before, so that there is an index.
  ///   - moves: The title of the note and the number of its new place: on the second device,
  ///     then, later, on the first.
  private func order(
    isOrderKnown: Bool, _ moves: [(title: String, place: Int)]
  ) async throws -> Set<String> {
    let folder = try TemporaryFolder()
    let store = MemoryStore()
    let clock = TestClock()
    let devices = try ["A", "B"].map { try Library(openingOrCreating: folder.path($0)) }
    func find(_ title: String) throws -> NoteID { try devices[0].find(title) }
    let titles = (1...6).map { "n\($0)" }
    try clock.run {
      for title in titles.reversed() { _ = try devices[0].add(NoteDraft(title: title)) }
      if isOrderKnown {
        try devices[0].move(find("n6"), to: .number(1))
        try devices[0].move(find("n6"), to: .number(6))
      }
    }
    for _ in 0..<2 { for device in devices { try await sync(device, with: store) } }
    #expect(try devices[1].summaries().map(\.title) == titles)
    try clock.run {
      try devices[1].move(find(moves[0].title), to: .number(moves[0].place))
      try devices[0].move(find(moves[1].title), to: .number(moves[1].place))
    }
    for _ in 0..<2 { for device in devices { try await sync(device, with: store) } }
    return try Set(devices.map { try $0.summaries().map(\.title).joined(separator: " ") })
  }

  /// The first move of a device used to give places to all notes, as if it had moved them all.
  @Test(arguments: [false, true]) func onlyTheNoteThatWasMovedMoves(_ isOrderKnown: Bool)
    async throws
  {
    func expect(_ moves: [(String, Int)], _ expected: String) async throws {
      #expect(try await order(isOrderKnown: isOrderKnown, moves) == [expected])
    }
    try await expect([("n5", 1), ("n3", 2)], "n5 n1 n3 n2 n4 n6")
    try await expect([("n2", 1), ("n6", 5)], "n2 n1 n3 n4 n6 n5")
    try await expect([("n6", 2), ("n1", 4)], "n6 n2 n3 n4 n1 n5")
    try await expect([("n4", 2), ("n4", 6)], "n1 n2 n3 n5 n6 n4")
  }

  /// The first move among a thousand notes used to send the places of all of them.
  @Test func theFirstMoveSendsTheBytesOfOneMove() async throws {
    let store = MemoryStore()
    let library = try Library(openingOrCreating: folder.path("A"))
    let files = (0..<1000).map { (file: NoteFile(""), defaultTitle: "\($0)", path: "") }
    _ = try library.take(in: files)
    try await sync(library, with: store)
    let before = try Set(store.list(prefix: "").map(\.name))
    try library.move(library.find("500"), to: .number(20))
    try await sync(library, with: store)
    let sent = try store.list(prefix: "").filter { !before.contains($0.name) }.map(\.size)
    // The run may compact earlier objects, too.
    #expect(try (1..<400).contains(#require(sent.min())), "\(sent) bytes")
  }

  /// Two to five devices move random notes. Meanwhile other notes are added, imported, put into the
  /// trash and purged.
  @Test(.seeded, arguments: 0..<8) func everyNoteStandsWhereItWasMovedTo(_ run: Int) async throws {
    try await checkMoves(seed: 1000 + UInt64(run), deviceCount: 2 + run % 4)
  }

  /// A purge takes the placing of a note along: this run once asked for the one before it.
  @Test func aNoteThatComesBackIsWhereOthersHaveIt() async throws {
    try await ReplicationEnvironment.seeded(5_208_044_435_054_764_605).run {
      try await checkMoves(seed: 81_037, deviceCount: 4)
    }
  }

  private func checkMoves(seed: UInt64, deviceCount: Int) async throws {
    var random = TestRun.generator(seed: seed)
    let clock = TestClock()
    var devices = try (0..<deviceCount).map { number in
      MovingDevice(try Library(openingOrCreating: folder.path("\(seed)-\(number)")))
    }
    let store = MemoryStore()
    try clock.run { for _ in 0..<4 { try devices[0].add() } }
    for _ in 0..<TestRun.length(3) {
      for number in devices.indices { try await sync(&devices, number, with: store) }
      for _ in 0..<(devices.count * 4) {
        let number = random.below(devices.count)
        try clock.run { try devices[number].edit(&random) }
        if random.oneIn(10) { try await sync(&devices, number, with: store) }
      }
    }
    for _ in 0..<3 {
      for number in devices.indices { try await sync(&devices, number, with: store) }
    }
    let shown = try devices.map { try $0.library.summaries() }
    #expect(Set(shown).count == 1)
    #expect(try shown[0] == devices[0].library.decodedSummaries())
    #expect(try devices[0].library.check() == [])
    devices[0].expectRule(of: shown[0])
  }

  private func sync(
    _ devices: inout [MovingDevice], _ number: Int, with store: MemoryStore
  ) async throws {
    try await sync(devices[number].library, with: store)
    // The remote has the moves of all devices that synced before, and now those of this device.
    devices[number].hasSynced = true
    for other in devices where other.hasSynced { devices[number].learn(other.sent) }
    devices[number].sent = devices[number].known
  }
}

/// A clock for all devices that advances by a second each time it is asked.
private final class TestClock: Sendable {
  private final class Counter: Sendable {
    private let number: Atomic<UInt64>

    init(_ number: UInt64) { self.number = Atomic(number) }

    func next(by step: UInt64) -> UInt64 {
      number.wrappingAdd(step, ordering: .relaxed).newValue
    }
  }

  private let environment: ReplicationEnvironment

  init() {
    let (time, chance) = (Counter(1_790_000_000_000), Counter(1))
    environment = ReplicationEnvironment(
      milliseconds: { time.next(by: 1000) },
      random: { chance.next(by: 1) &* 0x9e37_79b9_7f4a_7c15 })
  }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try environment.run(body)
  }
}

/// The intended places of the notes, as far as a device knows them.
private struct MovingDevice {
  /// The edit that put a note where it stands.
  struct Placing {
    /// Greater for a later edit.
    let number: Int
    /// The order of the notes right after the edit, and the placing of each then. Empty for a note
    /// that stands where its creation puts it.
    var view: [(note: NoteID, placing: Int)] = []
    /// A note that comes back is where the device has it that brings it back, which is not told here.
    var isPurge = false
  }

  let library: Library
  var known: [NoteID: Placing] = [:]
  var sent: [NoteID: Placing] = [:]
  var hasSynced = false

  init(_ library: Library) { self.library = library }

  mutating func learn(_ other: [NoteID: Placing]) {
    known.merge(other) { $0.number < $1.number ? $1 : $0 }
  }

  mutating func add() throws {
    let id = try library.add(NoteDraft(title: "note"))
    #expect(try library.summaries().first?.id == id)
    try note(id)
  }

  /// Records that a note was added. It stands by its time, unless another note has a later time.
  private mutating func note(_ id: NoteID) throws {
    known[id] = Placing(number: 0)
    if try library.movedNotes().contains(id) { try notePlacing(of: id) }
  }

  private mutating func notePlacing(of id: NoteID) throws {
    let number = Int(ReplicationEnvironment.current.now)
    known[id] = Placing(number: number)
    let view = try library.summaries().map { ($0.id, known[$0.id]?.number ?? 0) }
    known[id]?.view = view
  }

  mutating func edit(_ random: inout SeededGenerator) throws {
    let shown = try library.summaries()
    guard shown.count > 2 else { return try add() }
    let note = random.pick(shown)
    switch random.below(10) {
    case 0: try add()
    case 1:
      var file = NoteFile("")
      file.created = 1_790_000_000_000 + UInt64(random.below(2_000_000))
      guard case .added(let id)? = try library.take(in: [(file, "old", "")]).first else { return }
      try self.note(id)
    case 2: try library.setTrashed(!note.isTrashed, note.id)
    case 3 where note.isTrashed:
      try library.purge([note.id])
      known[note.id] = Placing(number: Int(ReplicationEnvironment.current.now), isPurge: true)
    default: try move(note, among: shown, &random)
    }
  }

  private mutating func move(
    _ note: NoteSummary, among shown: [NoteSummary], _ random: inout SeededGenerator
  ) throws {
    var expected = shown.filter { $0.id != note.id }
    let listed = expected.filter { !$0.isTrashed }
    let ends = [1, listed.count + 1]
    let number = random.oneIn(3) ? random.pick(ends) : 1 + random.below(listed.count + 1)
    let index =
      number > listed.count
      ? expected.count : expected.firstIndex { $0.id == listed[number - 1].id } ?? 0
    expected.insert(note, at: index)
    try library.move(note.id, to: .number(number))
    #expect(try library.summaries().map(\.id) == expected.map(\.id))
    if expected != shown { try notePlacing(of: note.id) }
  }

  /// Expects that a moved note stands on the side of any other note where it was put, if its mover
  /// knew the final place of the other. Notes that were never moved stand by their times.
  func expectRule(of shown: [NoteSummary]) {
    let ranks = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1.id, $0) })
    var (askedFor, wrong) = (0, 0)
    for note in shown {
      guard let view = known[note.id]?.view, let rank = ranks[note.id],
        let index = view.firstIndex(where: { $0.note == note.id })
      else { continue }
      for (otherIndex, other) in view.enumerated() where otherIndex != index {
        guard let otherRank = ranks[other.note], let last = known[other.note],
          last.number == other.placing, !last.isPurge
        else { continue }
        askedFor += 1
        if (index < otherIndex) != (rank < otherRank) { wrong += 1 }
      }
    }
    #expect(askedFor > 0 && wrong == 0, "\(wrong) of \(askedFor)")
    let still = shown.filter { known[$0.id]?.number == 0 }
    #expect(still == still.sorted { ($0.created, $0.id) > ($1.created, $1.id) })
  }
}
