// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws

/// The steps of a simulation.
extension LogSimulation {
  /// Takes the next step.
  package func step() throws {
    now += [0, 1, 5, 20, 60].randomElement(using: &random) ?? 0
    let working = settings.isLonely ? parties.first : parties.randomElement(using: &random)
    guard let party = working else { return }
    if settings.isLonely { try noteArrived() }
    try work(of: party) { try step(of: party) }
  }

  /// Runs the work of a device, by its clock.
  func work(of party: Party, _ body: () throws -> Void) throws {
    party.clock.set(to: now)
    try party.environment.run { try body() }
  }

  private func step(of party: Party) throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4: try kill(party)
    case 4..<4 + settings.harm: try doHarm(near: party)
    case 10..<10 + settings.copying: try copy(party)
    case 14..<14 + settings.dying: try die(party)
    case 16 where !settings.isLonely: leave(party)
    case 17..<40: try edit(party)
    case 40..<42 where !settings.isLonely && parties.count < 6:
      count(.join)
      join(try shelf.makeLibrary())
    case 42..<42 + settings.crashing: try fail(party)
    case 50 where settings.hasYears: passYear()
    case 51 where settings.setsClocks:
      count(.wrongClock)
      party.clock.setWrong(&random)
    case 52 where party.views.count < clouds.count:
      count(.secondRemote)
      for remote in clouds.indices where party.views[remote] == nil { connect(party, to: remote) }
    case 53 where settings.retires: try retire(from: party)
    case 54: now += AcknowledgementDraft.interval
    case 55: try passQuietDays()
    case 56: try clear(party)
    case 57..<57 + settings.removing where Shelf.removesDocuments:
      try removeDocument(of: party)
    default: if party.awayUntil <= now { try advance(party) }
    }
  }

  /// Ends the process of a device; sometimes only its runs.
  private func kill(_ party: Party) throws {
    if !party.runs.isEmpty { count(.kill) }
    let rows = try party.library.rows.rows(in: RowKey(bytes: []))
    party.runs = []
    if try party.library.rows.rows(in: RowKey(bytes: [])) != rows {
      throw SimulationFailure("a cancelled run changed rows")
    }
    if Bool.random(using: &random) { return }
    party.library = try shelf.library(from: try shelf.image(of: party.library))
    try checkTold(party)
  }

  /// Takes a device away from its remotes. Its user works on.
  private func leave(_ party: Party) {
    count(.absence)
    var lengths: [UInt64] = [100, 1000, 5000]
    if settings.hasYears { lengths.append(SimulationSettings.year) }
    party.awayUntil = now + (lengths.randomElement(using: &random) ?? 0)
  }

  private func passYear() {
    count(.year)
    if parties.contains(where: { $0.awayUntil > now }) { count(.yearAway) }
    now += SimulationSettings.year
  }

  /// Devices that are not away sync each day, and nobody edits.
  private func passQuietDays() throws {
    count(.quietDays)
    for _ in 0..<3 {
      now += AcknowledgementDraft.interval
      for party in parties where party.awayUntil <= now {
        try runAll(party)
        try checkStores()
      }
    }
  }

  /// Retires any device that a device knows, be it alive or not.
  private func retire(from party: Party) throws {
    let policy = policy(of: party.library, for: 0)
    let others = try policy.devices().filter { !$0.isThisDevice && !$0.isRetired }
    guard let device = others.randomElement(using: &random) else { return }
    count(.retirement)
    try policy.retire(device.id)
  }

  // MARK: Edits

  private func edit(_ party: Party) throws {
    for _ in 0..<([1, 1, 1, 3].randomElement(using: &random) ?? 1) { try editOnce(party) }
  }

  /// Removes half of the words of a document, and drops their text.
  private func clear(_ party: Party) throws {
    count(.clearing)
    guard let document = SimulatedDocuments.all.randomElement(using: &random) else { return }
    for word in try removableWords(of: document, in: party.library).shuffled(using: &random)
      .dropFirst(1)
    where Bool.random(using: &random) {
      try perform(.remove(word), in: document, of: party)
    }
    try drop(in: document, of: party)
  }

  /// Drops the deleted contents of a document, if the simulation does so.
  private func drop(in document: DocumentID, of party: Party) throws {
    if settings.dropsDeleted, try party.library.dropDeleted(in: document) { count(.dropping) }
  }

  /// Removes a document. What its device shows of it may be lost everywhere.
  private func removeDocument(of party: Party) throws {
    guard let document = SimulatedDocuments.all.randomElement(using: &random) else { return }
    let words = try party.library.words(of: document)
    // The storage may fail after it removed the document.
    removedWithDocuments.formUnion(words.flatMap { [$0, WordEdit.restored(from: $0)] })
    if try party.library.remove(document) { count(.documentRemoval) }
  }

  private func editOnce(_ party: Party) throws {
    guard let document = SimulatedDocuments.all.randomElement(using: &random) else { return }
    try perform(try nextEdit(of: document, in: party.library), in: document, of: party)
  }

  private func perform(_ edit: WordEdit, in document: DocumentID, of party: Party) throws {
    try party.library.edit(document, edit)
    party.told[document, default: []].insert(edit.shown)
    count(.edit)
    guard case .remove = edit else { return }
    count(.removal)
    if words.isMultiple(of: 3) { try drop(in: document, of: party) }
  }

  private func nextEdit(of document: DocumentID, in library: Library) throws -> WordEdit {
    if Int.random(in: 0..<8, using: &random) == 0 {
      let words = try removableWords(of: document, in: library)
      if let word = words.randomElement(using: &random) { return .remove(word) }
    }
    words += 1
    let length = [1, 1, 1, 40].randomElement(using: &random) ?? 1
    let word = "\(words)" + String(repeating: "x", count: length)
    return .add(word, at: Int.random(in: 0..<1000, using: &random))
  }

  private func removableWords(of document: DocumentID, in library: Library) throws -> [String] {
    try library.words(of: document).filter { !$0.hasPrefix(WordEdit.removal(of: "")) }.sorted()
  }

  // MARK: Runs

  /// Begins a run of sync.
  func run(of party: Party, with remote: Int, forOthers: Bool) throws -> SteppedRun? {
    guard let view = party.views[remote] else { return nil }
    var options = SyncOptions()
    options.sendsForOthers = forOthers
    options.acknowledges = isAtRest || Bool.random(using: &random)
    let clock = party.clock
    let policy = policy(of: party.library, for: remote)
    return try SteppedRun(with: view) { [options] in
      try await SyncRun(policy, with: $0, options: options, now: { clock.now }).run()
    }
  }

  private func advance(_ party: Party) throws {
    try advanceRun(of: party)
    if Int.random(in: 0..<4, using: &random) == 0 { try check(party) }
    try checkStores()
  }

  private func advanceRun(of party: Party) throws {
    if party.runs.isEmpty || Int.random(in: 0..<100, using: &random) < 3 { try begin(party) }
    guard !party.runs.isEmpty else { return }
    // A run that fails is over.
    let run = party.runs.remove(at: Int.random(in: 0..<party.runs.count, using: &random))
    for _ in 0..<([2, 6, 20, 60].randomElement(using: &random) ?? 2) {
      if let report = try run.advance() { return note(report) }
    }
    party.runs.append(run)
  }

  func note(_ report: SyncReport) {
    if report.wasRetired { count(.retiredReturn) }
  }

  private func begin(_ party: Party) throws {
    count(.run)
    guard let remote = party.views.keys.sorted().randomElement(using: &random),
      let run = try run(of: party, with: remote, forOthers: Bool.random(using: &random))
    else { return }
    party.runs.append(run)
  }

  // MARK: Failures

  /// Lets the storage of a device fail somewhere in its next work. Then its process ends, or goes
  /// on with the remaining contents of the storage.
  private func fail(_ party: Party) throws {
    let range = [3, 30, 300, 3000].randomElement(using: &random) ?? 3
    party.library.failAfter(Int.random(in: 0..<range, using: &random))
    let isEdit = Int.random(in: 0..<4, using: &random) == 0 || party.awayUntil > now
    var failure: (any Error)?
    do {
      if isEdit { try edit(party) } else { try advanceRun(of: party) }
    } catch {
      failure = error
    }
    guard party.library.work() else {
      if let failure { throw failure }
      return
    }
    count(.failure)
    if Bool.random(using: &random) {
      count(.crash)
      party.runs = []
      party.library = try shelf.libraryAfterCrash(of: party.library)
    }
    try checkTold(party)
    try check(party)
  }

  // MARK: Copies

  private func copy(_ party: Party) throws {
    guard let backup = party.backup, Bool.random(using: &random) else {
      count(.backup)
      party.backup = (
        try shelf.image(of: party.library), party.told, deletions, clouds.map(\.truth)
      )
      return
    }
    if Bool.random(using: &random), parties.count < 6 {
      count(.clone)
      let copy = try shelf.library(from: try shelf.image(of: party.library))
      let clone = join(copy, remotes: party.views.keys.sorted())
      clone.told = party.told
    } else {
      count(deletions > backup.deletions ? .restoringPastDeletions : .restoring)
      party.library = try shelf.library(from: backup.image)
      party.told = backup.told
      party.checked = [:]
      party.runs = []
      party.backup = nil
      if settings.harm > 0, Bool.random(using: &random) {
        count(.restoringWithFolder)
        isHarmed = true
        for (cloud, objects) in zip(clouds, backup.objects) { cloud.roll(back: objects) }
      }
    }
  }

  func die(_ party: Party) throws {
    guard parties.count >= 3 || settings.isLonely else { return }
    count(.death)
    try noteArrived()
    parties.removeAll { $0 === party }
    if settings.isLonely || Int.random(in: 0..<10, using: &random) < 7 {
      for cloud in clouds { cloud.diskDies(party.id) }
      best = clouds.map { _ in [:] }
    }
  }

  // MARK: Harm

  private func doHarm(near party: Party) throws {
    isHarmed = true
    guard let remote = clouds.indices.randomElement(using: &random) else { return }
    let cloud = clouds[remote]
    if Int.random(in: 0..<5, using: &random) == 0 {
      checkpoints[remote].append(cloud.truth)
      return
    }
    switch Int.random(in: 0..<15, using: &random) {
    case 12, 13: flipBit(in: cloud)
    case 14: try lie(in: cloud, about: party)
    case 0:
      count(.wipe)
      cloud.wipe()
    case 1:
      guard let objects = checkpoints[remote].randomElement(using: &random) else { return }
      count(.rollBack)
      cloud.roll(back: objects)
    case let dice: harmObject(of: cloud, dice)
    }
  }

  /// Flips a bit of an object. Its size stays, so that no device reads it again for that.
  private func flipBit(in cloud: LogCloud) {
    let truth = cloud.truth.filter { (try? SealedObject(bytes: $0.value)) != nil }
    guard let name = truth.keys.sorted().randomElement(using: &random), var bytes = truth[name]
    else { return }
    count(.flip)
    bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
      1 << UInt8.random(in: 0..<8, using: &random)
    cloud.lose(name)
    _ = cloud.create(name, bytes, in: nil)
  }

  /// Puts an object in place that claims to hold all that a device has, and holds nothing, or the first
  /// edits only.
  private func lie(in cloud: LogCloud, about party: Party) throws {
    let first = cloud.truth.sorted { $0.key < $1.key }.compactMap {
      try? SealedObject(bytes: $0.value)
    }
    .flatMap(\.claims).filter { $0.base.isEmpty }
    let claims = try SimulatedDocuments.all.compactMap { document -> Claim? in
      let open = try party.library.documents.open(document)
      guard open.isHere else { return nil }
      let delta = Bool.random(using: &random) ? first.first { $0.document == document }?.delta : nil
      return Claim(document: document, base: [], news: try open.version(), delta: delta ?? [])
    }
    if claims.isEmpty { return }
    count(.lie)
    let liar = DeviceID(rawValue: UInt128(UInt64.random(in: .min ... .max, using: &random)))
    let object = SealedObject(
      sealing: LogObject(device: liar, number: 1, level: 5, taken: [], claims: claims))
    _ = cloud.create(object.name, object.bytes, in: nil)
  }

  /// Loses, tears or copies an object.
  private func harmObject(of cloud: LogCloud, _ dice: Int) {
    let truth = cloud.truth
    guard let name = truth.keys.sorted().randomElement(using: &random), let bytes = truth[name]
    else { return }
    switch dice {
    case ..<6:
      count(.loss)
      cloud.lose(name)
    case ..<9:
      count(.tearing)
      cloud.lose(name)
      let torn = Array(bytes.prefix(Int.random(in: 0..<max(1, bytes.count), using: &random)))
      _ = cloud.create(name, torn, in: nil)
    default:
      guard let copy = ObjectName("\(name.text) (copy \(words))") else { return }
      count(.renaming)
      _ = cloud.create(copy, bytes, in: nil)
    }
  }
}
