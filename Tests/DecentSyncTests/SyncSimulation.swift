// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws

/// Devices, remotes and everything that goes wrong between them, all from one seed.
struct SyncSimulation {
  typealias Run = SyncRun<MemoryJournal<WordList>, UnreliableStore>

  /// What may happen.
  struct Conditions {
    var remotes = 2
    var devices = 3
    /// How many steps of a hundred harm a store.
    var harmfulness = 0
    /// How many steps of a hundred clone a device.
    var cloning = 0
    var faults: Set<UnreliableStore.Fault> = []
    /// Whether clocks are years wrong.
    var clocksAreWrong = false
    /// Whether a device syncs with a remote by one run at a time, and gets a good listing at
    /// the latest after one that is not.
    var isMerciful = false

    /// Some seeds are calm: much going wrong would hide what a single fault does,
    /// because every loss makes somebody upload everything again.
    init(random: inout SeededGenerator) {
      devices = 3 + random.below(3)
      harmfulness = random.pick([0, 0, 1, 8])
      cloning = random.pick([0, 2])
      clocksAreWrong = random.oneIn(2)
      let density = 1 + random.below(4)
      faults = Set(UnreliableStore.Fault.allCases.filter { _ in random.oneIn(density) })
    }

    /// One remote, of which nothing but listings may be wrong.
    init(listingsAlone faults: Set<UnreliableStore.Fault>) {
      remotes = 1
      isMerciful = true
      self.faults = faults
    }
  }

  struct Party {
    let device: Device
    /// By remote; a device need not know all.
    let views: [Int: UnreliableStore]
    /// What its clock shows when the simulation begins.
    let clock: UInt64
    /// What is under way: a device may be syncing twice at once.
    var runs: [Run] = []
  }

  private static let documents = ["index", "note/1", "note/2"]
  private static let hour = AcknowledgementDraft.interval / 24

  let remotes: [MemoryStore]
  private(set) var parties: [Party] = []
  /// Milliseconds since the simulation began.
  private var time: UInt64 = 0
  private let conditions: Conditions
  private var random: SeededGenerator
  private var words = 0

  init(seed: UInt64, _ given: Conditions? = nil) {
    var random = SeededGenerator(seed: seed)
    conditions = given ?? Conditions(random: &random)
    remotes = (0..<conditions.remotes).map { _ in MemoryStore() }
    self.random = random
    for author in 1...UInt64(conditions.devices) { enlist(Device(author: author)) }
  }

  private mutating func enlist(_ device: Device, at places: [Int]? = nil) {
    let views = (places ?? Array(remotes.indices)).map { place in
      let view = UnreliableStore(
        remotes[place], faults: conditions.faults, isMerciful: conditions.isMerciful,
        seed: random.next())
      return (place, view)
    }
    let year = 365 * AcknowledgementDraft.interval
    let clock = conditions.clocksAreWrong ? UInt64(random.below(20)) * year : 10 * year
    parties.append(
      Party(device: device, views: Dictionary(uniqueKeysWithValues: views), clock: clock))
  }

  /// For each remote, a device joins that knows no other.
  mutating func enlistNewcomers() {
    for place in remotes.indices {
      enlist(Device(author: UInt64(100 + place)), at: [place])
      parties.last?.views.values.forEach { $0.heal() }
    }
  }

  /// One thing happens.
  mutating func step() throws {
    time += UInt64(random.below(Int(Self.hour)))
    let party = random.below(parties.count)
    switch random.below(100) {
    case 0..<5: crash(party)
    case 5..<(5 + conditions.harmfulness): try harm(remotes[random.below(remotes.count)])
    case 13..<(13 + conditions.cloning): clone(party)
    case 15..<40: try edit(party)
    default: try advance(party)
    }
  }

  private mutating func edit(_ party: Int) throws {
    words += 1
    try parties[party].device.add("word \(words)", to: random.pick(Self.documents))
  }

  private mutating func advance(_ party: Int) throws {
    if parties[party].runs.isEmpty || !conditions.isMerciful && random.oneIn(20) {
      let remote = random.below(remotes.count)
      guard let view = parties[party].views[remote] else { return }
      parties[party].runs.append(
        try parties[party].device.run(
          view, as: "remote \(remote)", at: parties[party].clock + time))
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
    let names = try store.list(prefix: "").map(\.name).sorted()
    guard let name = names.randomElement(using: &random) else { return }
    let bytes = try store.read(name)
    switch random.below(12) {
    case 0: try store.removeAll()
    case 1..<4: try store.delete(name)
    case 4..<6: try store.replace(name, with: Array(bytes.prefix(random.below(bytes.count + 1))))
    case 6..<8 where !bytes.isEmpty: try store.damage(name, bit: random.below(bytes.count * 8))
    default:
      if random.oneIn(2) { try store.delete(name) }
      words += 1
      if let copy = ObjectName("\(name) (copy \(words))") { try store.create(copy, holding: bytes) }
    }
  }

  /// All faults end, and every device syncs with every remote once a day until two whole
  /// days do nothing.
  ///
  /// - Returns: What is wrong then, or nil.
  mutating func settle() throws -> String? {
    for party in parties { party.views.values.forEach { $0.heal() } }
    for party in parties.indices { crash(party) }
    var idleDays = 0
    for _ in 0..<24 {
      time += 25 * Self.hour
      idleDays = try passDay() ? idleDays + 1 : 0
      if idleDays == 2 { return nil }
    }
    return "the devices never came to rest"
  }

  /// - Returns: Whether nothing happened.
  private mutating func passDay() throws -> Bool {
    let before = try remotes.map { try Set($0.list(prefix: "")) }
    var isIdle = true
    for party in parties {
      for (remote, view) in party.views.sorted(by: { $0.key < $1.key }) {
        let report = try party.device.sync(view, as: "remote \(remote)", at: party.clock + time)
        if !report.changedDocuments.isEmpty || !report.postponed.isEmpty { isIdle = false }
        if !report.contradicting.isEmpty { throw Contradiction(device: party.device.author) }
      }
    }
    let after = try remotes.map { try Set($0.list(prefix: "")) }
    return isIdle && before == after
  }

  /// A device was told that it shows something else than another, and no memory failed.
  struct Contradiction: Error {
    let device: UInt64
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
