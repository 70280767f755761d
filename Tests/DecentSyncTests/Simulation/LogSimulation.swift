// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws

@testable import DecentSync

/// What must hold and does not.
struct SimulationFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A library on a device: rows, and in them the documents.
final class SimulatedLibrary {
  let rows: MemoryRows
  let documents: RowDocuments<MemoryRows>
  let policy: SyncPolicy<MemoryRows, RowDocuments<MemoryRows>>

  /// Of what each document and its claims were when they were checked last.
  fileprivate(set) var checked: [DocumentID: [Row]] = [:]

  init(_ rows: MemoryRows, _ options: PolicyOptions) {
    self.rows = rows
    documents = RowDocuments(rows: rows)
    policy = SyncPolicy(rows, documents, remote: RemoteName("r"), options: options)
  }

  /// All rows that coverage of a document depends on.
  func state(of document: DocumentID) throws -> [Row] {
    let coverage = policy.key(.coverage, document)
    return try rows.rows(in: policy.key(.claim, document)) + rows.rows(in: policy.key(.object)) + [
      Row(key: coverage, value: rows.value(of: coverage) ?? []),
      Row(key: coverage, value: try documents.bytes(of: document)),
    ]
  }
}

/// Devices, a folder that a bad service carries between them, and everything that happens to both,
/// from one seed.
final class LogSimulation {
  /// What may happen.
  struct Settings {
    var copying = true
    var harm = true
    var dying = true
    /// The service may be slower than the grace period.
    var isSlow = false
  }

  final class Party {
    var library: SimulatedLibrary
    let view: LogView
    var runs: [(script: Script, step: SyncStep)] = []
    var backup: MemoryRows?
    var awayUntil: UInt64 = 0

    init(_ library: SimulatedLibrary, _ view: LogView) {
      self.library = library
      self.view = view
    }
  }

  typealias Script = SyncScript<MemoryRows, RowDocuments<MemoryRows>>

  private static let names = ["text-1", "text-2", "set-1"]
  static let documents = names.compactMap { DocumentID($0) }
  private static let grace: UInt64 = 300

  private var random: SeededGenerator
  private let settings: Settings
  let cloud: LogCloud
  private(set) var parties: [Party] = []
  private var views = 0
  private var words = 0
  private let environment: ReplicationEnvironment
  private let harm: Int
  private let copying: Int
  private let dying: Int
  private let faults: Set<LogView.Fault>
  private var isHarmed = false
  /// Whether one device works alone before its disk dies.
  let isLonely: Bool
  private var checkpoints: [[ObjectName: [UInt8]]] = []
  /// What the store yielded to a new reader when it was last looked at.
  private var best: [DocumentID: Set<String>] = [:]
  private var deletionsSeen = 0
  /// What sets of objects yielded lately.
  private var yields:
    [(key: Set<ObjectIdentifier>, entries: [LogCloud.Entry], words: [DocumentID: Set<String>])] = []
  /// What had arrived in the cloud while the lonely device worked.
  private var arrived: [DocumentID: Set<String>] = [:]

  init(seed: UInt64, _ settings: Settings = Settings()) throws {
    var random = SeededGenerator(seed: seed)
    self.settings = settings
    let lag: UInt64 =
      settings.isSlow ? 2000 : [0, 0, 100, 250, 250].randomElement(using: &random) ?? 0
    harm = settings.harm ? [0, 0, 0, 1, 5].randomElement(using: &random) ?? 0 : 0
    copying = settings.copying ? [0, 0, 2].randomElement(using: &random) ?? 0 : 0
    let often = [0, 3, 7].randomElement(using: &random) ?? 0
    faults = Set(
      LogView.Fault.allCases.filter { _ in Int.random(in: 0..<10, using: &random) < often })
    cloud = LogCloud(
      SeededGenerator(seed: seed ^ 0x5eed), lag: lag, overwrites: Bool.random(using: &random))
    isLonely =
      settings.dying && harm == 0 && copying == 0 && Int.random(in: 0..<5, using: &random) == 0
    dying = settings.dying && !isLonely ? [0, 0, 1].randomElement(using: &random) ?? 0 : 0
    let numbers = RandomNumbers(seed: seed ^ 0xface)
    environment = ReplicationEnvironment(
      milliseconds: { 1_700_000_000_000 }, random: { numbers.next() })
    self.random = random
    if isLonely, cloud.lag == 0 { cloud.lag = 250 }
    for _ in 0..<Int.random(in: 2...4, using: &self.random) { join(MemoryRows()) }
    if isLonely { for party in parties.dropFirst() { party.awayUntil = .max } }
  }

  @discardableResult
  private func join(_ rows: MemoryRows) -> Party {
    views += 1
    let party = Party(SimulatedLibrary(rows, options), LogView(views, of: cloud, faults: faults))
    parties.append(party)
    return party
  }

  private lazy var options: PolicyOptions = {
    var options = PolicyOptions()
    options.fanOut = 3
    options.grace = Self.grace
    let ids = RandomNumbers(seed: .random(in: .min ... .max, using: &random))
    options.makeDevice = { ids.nextDevice() }
    return options
  }()

  // MARK: Steps

  func step() throws {
    try environment.run { try stepInEnvironment() }
  }

  private func stepInEnvironment() throws {
    cloud.now += [0, 1, 5, 20, 60].randomElement(using: &random) ?? 0
    guard let party = isLonely ? parties[0] : parties.randomElement(using: &random) else { return }
    if isLonely { try noteArrived() }
    let dice = Int.random(in: 0..<100, using: &random)
    switch dice {
    case 0..<4: party.runs = []
    case 4..<4 + harm: doHarm()
    case 10..<10 + copying: copy(party)
    case 14..<14 + dying: try die(party)
    case 16 where !isLonely:
      party.awayUntil = cloud.now + ([100, 1000, 5000].randomElement(using: &random) ?? 0)
    case 17..<40:
      for _ in 0..<([1, 1, 1, 3].randomElement(using: &random) ?? 1) { try edit(party.library) }
    case 40..<42 where !isLonely && parties.count < 6: join(MemoryRows())
    default: if party.awayUntil <= cloud.now { try advance(party) }
    }
  }

  private func edit(_ library: SimulatedLibrary) throws {
    words += 1
    let length = [1, 1, 1, 40].randomElement(using: &random) ?? 1
    let word = "\(words)" + String(repeating: "x", count: length)
    guard let document = Self.documents.randomElement(using: &random) else { return }
    try library.documents.add(
      word, to: document, at: Int.random(in: 0..<1000, using: &random))
  }

  private func script(of party: Party, forOthers: Bool) -> Script {
    let cloud = cloud
    var options = SyncOptions()
    options.sendsForOthers = forOthers
    options.acknowledges = Bool.random(using: &random)
    return Script(party.library.policy, options: options) { cloud.now }
  }

  private func advance(_ party: Party) throws {
    if party.runs.isEmpty || Int.random(in: 0..<100, using: &random) < 3 {
      let script = script(of: party, forOthers: Bool.random(using: &random))
      party.runs.append((script, try script.start()))
    }
    let place = Int.random(in: 0..<party.runs.count, using: &random)
    for _ in 0..<([2, 6, 20, 60].randomElement(using: &random) ?? 2) {
      if case .finished = party.runs[place].step {
        party.runs.remove(at: place)
        break
      }
      party.runs[place].step = try party.view.perform(party.runs[place].step)
    }
    if Int.random(in: 0..<4, using: &random) == 0 { try check(party.library) }
    if cloud.deletions != deletionsSeen { try checkStore() }
  }

  private func copy(_ party: Party) {
    if let backup = party.backup, Bool.random(using: &random) {
      if Bool.random(using: &random), parties.count < 6 {
        join(MemoryRows(copying: party.library.rows))
      } else {
        party.library = SimulatedLibrary(backup, options)
        party.runs = []
        party.backup = nil
      }
    } else {
      party.backup = MemoryRows(copying: party.library.rows)
    }
  }

  private func die(_ party: Party) throws {
    guard parties.count >= 3 || isLonely else { return }
    try noteArrived()
    parties.removeAll { $0 === party }
    if isLonely || Int.random(in: 0..<10, using: &random) < 7 {
      cloud.diskDies(party.view.id)
      best = [:]
    }
  }

  private func doHarm() {
    isHarmed = true
    if Int.random(in: 0..<5, using: &random) == 0 {
      checkpoints.append(cloud.truth)
      return
    }
    let dice = Int.random(in: 0..<12, using: &random)
    if dice == 0 { return cloud.wipe() }
    if dice == 1, let objects = checkpoints.randomElement(using: &random) {
      return cloud.roll(back: objects)
    }
    let truth = cloud.truth
    guard let name = truth.keys.sorted().randomElement(using: &random), let bytes = truth[name]
    else { return }
    if dice < 9 { cloud.lose(name) }
    if (6..<9).contains(dice) {
      let torn = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
      _ = cloud.create(name, torn, in: nil)
    } else if dice >= 9, let copy = ObjectName("\(name.text) (copy \(words))") {
      _ = cloud.create(copy, bytes, in: nil)
    }
  }

  // MARK: What must hold at any time

  /// What a new device could read from objects.
  private func yield(of entries: [LogCloud.Entry]) throws -> [DocumentID: Set<String>] {
    let key = Set(entries.map(ObjectIdentifier.init))
    if let last = yields.first(where: { $0.key == key }) { return last.words }
    let words = try yield(of: entries.map(\.bytes))
    // The entries stay alive, so that no other gets the identity of one.
    yields = yields.suffix(3) + [(key, entries, words)]
    return words
  }

  private func yield(of objects: [[UInt8]]) throws -> [DocumentID: Set<String>] {
    let library = SimulatedLibrary(MemoryRows(), options)
    var parts: [IncomingPart] = []
    for (number, bytes) in objects.enumerated() {
      guard let object = try? OpenedObject(bytes: bytes),
        let name = ObjectName("\(number)")
      else { continue }
      _ = try library.policy.begin(object, readAs: ObjectInfo(name: name, size: bytes.count), at: 0)
      parts += object.parts.enumerated().map {
        IncomingPart(object: name, object.reference, place: $0.offset, part: $0.element)
      }
    }
    _ = try library.policy.take(parts)
    return try contents(of: library)
  }

  private func contents(of library: SimulatedLibrary) throws -> [DocumentID: Set<String>] {
    var contents: [DocumentID: Set<String>] = [:]
    for document in Self.documents {
      contents[document] = try library.documents.words(of: document)
    }
    return contents
  }

  /// Checks what is kept of coverage in all documents of which something changed since.
  private func check(_ library: SimulatedLibrary) throws {
    for document in Self.documents {
      let state = try library.state(of: document)
      if state == library.checked[document] { continue }
      if let fault = try library.policy.faultInCoverage(of: document) {
        throw SimulationFailure("\(document): \(fault)")
      }
      library.checked[document] = try library.state(of: document)
    }
  }

  private var isJudged: Bool { !isHarmed && !(cloud.overwrites && copying > 0) }

  /// The store never shrinks where nobody harms it.
  private func checkStore() throws {
    deletionsSeen = cloud.deletions
    guard isJudged else { return }
    let now = try yield(of: cloud.alive)
    for (document, words) in best where !words.isSubset(of: now[document] ?? []) {
      throw SimulationFailure("the store lost what it once held, and nobody harmed it")
    }
    best = now
  }

  private func noteArrived() throws {
    let now = try yield(of: cloud.arrived)
    for (document, words) in now { arrived[document, default: []].formUnion(words) }
  }

  // MARK: The end

  /// Ends all faults, lets the devices come to rest, and looks at what they show.
  func settle() throws {
    try environment.run {
      if isLonely { try die(parties[0]) }
      try noteArrived()
      for party in parties {
        party.runs = []
        party.view.faults = []
        party.awayUntil = 0
      }
      cloud.now += 5000
      cloud.heal()
      var must = try yield(of: cloud.alive)
      for party in parties { must.merge(try contents(of: party.library)) { $0.union($1) } }
      try rest()
      let before = cloud.truth
      let new = join(MemoryRows())
      new.view.faults = []
      try run(new)
      if cloud.truth.filter({ !$0.key.text.contains("-ack-") })
        != before.filter({ !$0.key.text.contains("-ack-") })
      {
        throw SimulationFailure("a new device had to upload something")
      }
      try compare(with: must, new: new)
      try checkBound()
    }
  }

  private func rest() throws {
    var calm = 0
    var before: [ObjectName: [UInt8]] = [:]
    for _ in 0..<60 where calm < 5 {
      cloud.now += 100
      for party in parties { try run(party) }
      calm = cloud.truth == before ? calm + 1 : 0
      before = cloud.truth
    }
    if calm < 5 { throw SimulationFailure("the devices never came to rest") }
  }

  private func run(_ party: Party) throws {
    let script = script(of: party, forOthers: true)
    var step = try script.start()
    for _ in 0..<5000 {
      if case .finished = step { return try check(party.library) }
      step = try party.view.perform(step)
    }
    throw SimulationFailure("a run did not end")
  }

  private func compare(with must: [DocumentID: Set<String>], new: Party) throws {
    for party in parties {
      for document in Self.documents {
        let held = try party.library.documents.words(of: document)
        // There may be more: what was early at first.
        let isSame =
          try party.library.documents.content(of: document)
          == parties[0].library.documents.content(of: document)
        guard must[document]?.isSubset(of: held) == true, isSame else {
          let lacking = (must[document] ?? []).subtracting(held).sorted()
          throw SimulationFailure(
            "\(party === new ? "a new device" : "a device") lacks \(lacking) of \(document)")
        }
      }
    }
    guard isJudged else { return }
    for (document, words) in arrived where !words.isSubset(of: must[document] ?? []) {
      throw SimulationFailure("what had reached the cloud went down with one device")
    }
  }

  /// There are few objects, but for those whose writers are gone.
  private func checkBound() throws {
    var levels: [String: Int] = [:]
    for party in parties.dropLast() {
      for (name, row) in try party.library.policy.objects() where row.isComplete {
        guard cloud.truth[name] != nil, !row.isAcknowledgement, row.isOurs else { continue }
        levels["\(row.reference.device) \(row.level)", default: 0] += 1
      }
      if let most = levels.values.max(), most >= options.fanOut {
        throw SimulationFailure("\(most) objects of one level: \(levels)")
      }
      levels = [:]
    }
  }
}
