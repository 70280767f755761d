// SPDX-License-Identifier: MIT

import DecentSync

/// The end of a simulation.
extension LogSimulation {
  /// Ends all faults, lets the devices come to rest, and checks their contents.
  package func settle() throws {
    if settings.isLonely, let lonely = parties.first { try die(lonely) }
    try noteArrived()
    heal()
    var must: Words = [:]
    for cloud in clouds { must.merge(try yield(of: cloud.alive)) { $0.union($1) } }
    for party in parties {
      try checkTold(party)
      must.merge(try contents(of: party.library)) { $0.union($1) }
      try checkWhole(party)
    }
    // Damage that no device reads again shows to a new device, which alarms the others.
    let isDamaged = events[.flip] != nil || events[.lie] != nil
    if isDamaged {
      join(try shelf.makeLibrary(), remotes: Array(clouds.indices)).views.values
        .forEach { $0.faults = [] }
    }
    try rest()
    // Each day a device alarms the others of more objects.
    for _ in 0..<(isDamaged ? 2 : 0) {
      now += AcknowledgementDraft.interval
      try rest()
    }
    for party in parties {
      for remote in party.views.keys.sorted() {
        try policy(of: party.library, for: remote).checkRows()
      }
    }
    let before = clouds.map(objects)
    let new = join(try shelf.makeLibrary(), remotes: Array(clouds.indices))
    new.views.values.forEach { $0.faults = [] }
    for _ in clouds { try runAll(new) }
    if clouds.map(objects) != before {
      throw SimulationFailure("a new device had to upload something")
    }
    try compare(with: must, new: new)
    for remote in clouds.indices { try checkBound(of: remote) }
    try checkRetired()
  }

  /// Checks that objects count as taken in only if all their claims are known.
  private func checkWhole(_ party: Party) throws {
    for (remote, cloud) in clouds.enumerated() where party.views[remote] != nil {
      let policy = policy(of: party.library, for: remote)
      for (name, bytes) in cloud.truth {
        guard let object = try? SealedObject(bytes: bytes), let row = try policy.objects[name],
          row.isComplete, row.reference == object.reference
        else { continue }
        if try !policy.intake.hasAllClaims(object.whole(named: name), of: row) {
          throw SimulationFailure("\(name) counts as whole without its claims")
        }
      }
    }
  }

  /// Checks that all devices know the same retirements and none works under a retired id, and that
  /// retired devices are not waited for and leave no notices.
  private func checkRetired() throws {
    var all: Set<DeviceID>?
    for party in parties {
      let policy = policy(of: party.library, for: 0)
      let (devices, retired) = (try policy.devices(), Set(try policy.retired()))
      if let all, all != retired {
        throw SimulationFailure("devices differ about who is retired")
      }
      all = retired
      if devices.contains(where: { $0.isThisDevice && $0.isRetired }) {
        throw SimulationFailure("a device works under a retired id")
      }
      for device in devices where device.waitingObjects > 0 && device.isRetired {
        throw SimulationFailure("\(device.id) is retired and waited for")
      }
    }
    for (name, _) in clouds.flatMap(\.truth) {
      guard let all, let hint = name.text.split(separator: "/").last?.prefix(32) else { continue }
      let isNotice = name.text.contains("-ack-") || name.text.hasPrefix("devices/")
      if isNotice, let device = DeviceID(hint), all.contains(device) {
        throw SimulationFailure("\(name) of a retired device is still there")
      }
    }
  }

  /// All devices are back, a device syncs with all remotes, and everything arrives.
  private func heal() {
    for party in parties {
      party.runs = []
      party.awayUntil = 0
      for view in party.views.values { view.faults = [] }
    }
    for remote in clouds.indices {
      guard let first = parties.first, first.views[remote] == nil else { continue }
      connect(first, to: remote)
      first.views[remote]?.faults = []
    }
    now += settings.hasYears ? SimulationSettings.year : 5000
    for cloud in clouds { cloud.heal() }
  }

  private func objects(of cloud: LogCloud) -> [ObjectName: [UInt8]] {
    cloud.truth.filter { !$0.key.text.contains("-ack-") }
  }

  /// Lets all devices sync in rounds until three in a row change no store. Between two rounds, a
  /// grace period ends.
  ///
  /// Two are too few: a device that carries news from one store to another may take them in after it
  /// synced with the other, find them lacking there in the next round, and send them in the third.
  private func rest() throws {
    let rounds = 3
    var calm = 0
    var before: [[ObjectName: [UInt8]]] = []
    isAtRest = true
    defer { isAtRest = false }
    for _ in 0..<60 where calm < rounds {
      now += SimulationSettings.grace
      for party in parties { try runAll(party) }
      let after = clouds.map(\.truth)
      calm = after == before ? calm + 1 : 0
      before = after
    }
    if calm < rounds { throw SimulationFailure("the devices never came to rest") }
    for party in parties { try check(party) }
  }

  /// Lets a device sync with all its remotes.
  func runAll(_ party: Party) throws {
    try work(of: party) {
      for remote in party.views.keys.sorted() { try runWhole(party, remote) }
    }
  }

  private func runWhole(_ party: Party, _ remote: Int) throws {
    guard let run = try run(of: party, with: remote, forOthers: true) else { return }
    for _ in 0..<5000 {
      guard let report = try run.advance() else { continue }
      note(report)
      // One run of four is checked, as in the steps.
      return Int.random(in: 0..<4, using: &random) == 0 ? try check(party) : ()
    }
    throw SimulationFailure("a run did not end")
  }

  private func compare(with must: Words, new: Party) throws {
    var all = Set(must.keys)
    for party in parties { all.formUnion(try documents(of: party.library)) }
    for document in all.sorted() {
      for party in parties { try compare(document, of: party, with: must[document] ?? [], new) }
    }
    for party in parties {
      for remote in party.views.keys {
        let waiting = try policy(of: party.library, for: remote).outlook().waiting
        if !waiting.isEmpty {
          throw SimulationFailure("\(name(of: party, new)) still waits to send")
        }
      }
    }
    guard isJudged else { return }
    for (document, words) in arrived
    where !lost(words, in: must[document] ?? []).isEmpty {
      throw SimulationFailure("what had reached the cloud went down with one device")
    }
  }

  private func name(of party: Party, _ new: Party) -> String {
    party === new ? "a new device" : "a device"
  }

  private func compare(
    _ document: DocumentID, of party: Party, with must: Set<String>, _ new: Party
  ) throws {
    // There may be more words: changes that arrived before their predecessors.
    let lost = lost(must, in: try party.library.words(of: document))
    guard lost.isEmpty else {
      throw SimulationFailure("\(name(of: party, new)) lacks \(lost.sorted()) of \(document)")
    }
    let first = parties[0].library
    guard try party.library.content(of: document) == first.content(of: document) else {
      throw SimulationFailure("\(name(of: party, new)) shows another \(document)")
    }
    for word in try returned(document, in: party.library) {
      throw SimulationFailure("\(document): the removal of \(word) is lost")
    }
  }

  /// Checks that there are few objects, objects of lost devices apart.
  private func checkBound(of remote: Int) throws {
    let truth = clouds[remote].truth
    for party in parties.dropLast() where party.views[remote] != nil {
      var levels: [String: Int] = [:]
      let known = try policy(of: party.library, for: remote).objects.all()
      for (name, row) in known where row.isComplete {
        guard let bytes = truth[name], !row.holdsNoClaims, row.isOurs else { continue }
        // A damaged object counts for nothing, and cannot be compacted.
        guard (try? SealedObject(bytes: bytes)) != nil else { continue }
        levels["\(row.reference.device) \(row.level)", default: 0] += 1
      }
      if let most = levels.values.max(), most >= options.fanOut {
        throw SimulationFailure("\(most) objects of one level: \(levels)")
      }
    }
  }
}
