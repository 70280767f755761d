// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws

/// Devices, two remotes and everything that goes wrong between them, all from
/// one seed.
struct SyncSimulation {
  typealias Run = SyncRun<MemoryJournal<WordList>, UnreliableStore>

  struct Party {
    let device: Device
    /// By remote.
    let views: [UnreliableStore]
    /// What is under way: a device may be syncing twice at once.
    var runs: [Run] = []
  }

  private static let documents = ["index", "note/1", "note/2"]

  let remotes = [MemoryStore(), MemoryStore()]
  private(set) var parties: [Party] = []
  private var random: SeededGenerator
  private var words = 0

  /// Some seeds are calm: much going wrong would hide what a single fault does,
  /// because every loss makes somebody upload everything again.
  private let harmfulness: Int
  private let cloning: Int
  private let faults: Set<UnreliableStore.Fault>

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    harmfulness = random.pick([0, 0, 1, 8])
    cloning = random.pick([0, 2])
    let density = 1 + random.below(4)
    faults = Set(UnreliableStore.Fault.allCases.filter { _ in random.oneIn(density) })
    self.random = random
    for author in 1...UInt64(2 + random.below(3)) { enlist(Device(author: author)) }
  }

  private mutating func enlist(_ device: Device) {
    let faults = faults
    let views = remotes.map { UnreliableStore($0, faults: faults, seed: random.next()) }
    parties.append(Party(device: device, views: views))
  }

  /// One thing happens.
  mutating func step() throws {
    let party = random.below(parties.count)
    switch random.below(100) {
    case 0..<5: crash(party)
    case 5..<(5 + harmfulness): try harm(remotes[random.below(remotes.count)])
    case 13..<(13 + cloning): clone(party)
    case 15..<40: try edit(party)
    default: try advance(party)
    }
  }

  private mutating func edit(_ party: Int) throws {
    words += 1
    try parties[party].device.add("word \(words)", to: random.pick(Self.documents))
  }

  private mutating func advance(_ party: Int) throws {
    if parties[party].runs.isEmpty || random.oneIn(20) {
      let remote = random.below(remotes.count)
      let view = parties[party].views[remote]
      parties[party].runs.append(try parties[party].device.run(view, as: "remote \(remote)"))
    }
    let run = random.below(parties[party].runs.count)
    for _ in 0...random.below(12) where try parties[party].runs[run].step() != nil {
      parties[party].runs.remove(at: run)
      return
    }
  }

  /// The process dies between two actions; its journal stays.
  private mutating func crash(_ party: Int) { parties[party].runs = [] }

  private mutating func clone(_ party: Int) {
    guard parties.count < 6 else { return }
    let author = UInt64(parties.count + 1)
    enlist(Device(copying: parties[party].device, author: author))
  }

  private mutating func harm(_ store: MemoryStore) throws {
    guard let name = try store.names().randomElement(using: &random) else { return }
    let bytes = try store.read(name)
    switch random.below(10) {
    case 0: try store.removeAll()
    case 1..<4: try store.delete(name)
    case 4..<6: try store.replace(name, with: Array(bytes.prefix(random.below(bytes.count + 1))))
    default:
      if random.oneIn(2) { try store.delete(name) }
      words += 1
      if let copy = ObjectName("\(name) (copy \(words))") { try store.create(copy, holding: bytes) }
    }
  }

  /// All faults end, and every device syncs with every remote until a whole
  /// round does nothing.
  ///
  /// - Returns: How many rounds did something, or nil if that never ended.
  mutating func settle() throws -> Int? {
    for party in parties { party.views.forEach { $0.heal() } }
    for party in parties.indices { crash(party) }
    for round in 0..<12 {
      var isIdle = true
      for party in parties {
        for (remote, view) in party.views.enumerated() {
          let report = try party.device.sync(view, as: "remote \(remote)")
          let hasDone = report.uploaded.objects > 0 || !report.changedDocuments.isEmpty
          if hasDone || !report.postponed.isEmpty { isIdle = false }
        }
      }
      if isIdle { return round }
    }
    return nil
  }

  /// What every device must hold at the end.
  var everything: [String: Set<String>] {
    var all: [String: Set<String>] = [:]
    for party in parties {
      for (document, words) in party.device.written {
        all[document.text, default: []].formUnion(words)
      }
    }
    return all
  }
}

extension Device {
  /// All words held, by document.
  var holding: [String: Set<String>] {
    Dictionary(uniqueKeysWithValues: journal.documents.map { ($0.key.text, $0.value.all) })
  }
}
