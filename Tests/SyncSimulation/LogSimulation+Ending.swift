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
    }
    try rest()
    // All devices acknowledge what they all have, forget deleted content, and acknowledge that.
    for _ in 0..<(settings.leastFreed <= 100 ? 2 : 0) {
      now += AcknowledgementDraft.interval
      try rest(for: 2)
    }
    for party in parties { try checkHeld(by: party) }
    let before = clouds.map(objects)
    // The new device might learn the versions of the others, and be the first to forget something.
    options.leastFreed = 101
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

  /// - Parameter rounds: How many rounds in a row must change nothing.
  private func rest(for rounds: Int = 5) throws {
    var calm = 0
    var before: [[ObjectName: [UInt8]]] = []
    for _ in 0..<60 where calm < rounds {
      now += 100
      for party in parties { try runAll(party) }
      let after = clouds.map(\.truth)
      calm = after == before ? calm + 1 : 0
      before = after
    }
    if calm < rounds { throw SimulationFailure("the devices never came to rest") }
  }

  private func runAll(_ party: Party) throws {
    try work(of: party) {
      for (remote, view) in party.views.sorted(by: { $0.key < $1.key }) {
        try run(party, remote, view)
      }
    }
  }

  private func run(_ party: Party, _ remote: Int, _ view: LogView) throws {
    let script = script(of: party, for: remote, forOthers: true)
    var step = try script.start()
    for _ in 0..<5000 {
      if case .finished(let report) = step {
        note(report)
        return try check(party)
      }
      step = try view.perform(step)
    }
    throw SimulationFailure("a run did not end")
  }

  private func compare(with must: Words, new: Party) throws {
    for party in parties {
      let name = party === new ? "a new device" : "a device"
      for document in Self.documents {
        // There may be more words: changes that arrived before their predecessors.
        let lost = lost(must[document] ?? [], in: try party.library.words(of: document))
        let isSame =
          try party.library.content(of: document) == parties[0].library.content(of: document)
        guard lost.isEmpty, isSame else {
          throw SimulationFailure("\(name) lacks \(lost.sorted()) of \(document)")
        }
      }
      for remote in party.views.keys {
        let waiting = try policy(of: party.library, for: remote).outlook().waiting
        if !waiting.isEmpty { throw SimulationFailure("\(name) still waits to send") }
      }
    }
    guard isJudged else { return }
    for (document, words) in arrived where !lost(words, in: must[document] ?? []).isEmpty {
      throw SimulationFailure("what had reached the cloud went down with one device")
    }
  }

  /// Checks that there are few objects, objects of lost devices apart.
  private func checkBound(of remote: Int) throws {
    let truth = clouds[remote].truth
    for party in parties.dropLast() where party.views[remote] != nil {
      var levels: [String: Int] = [:]
      for (name, row) in try policy(of: party.library, for: remote).objects() where row.isComplete {
        guard truth[name] != nil, !row.holdsNoClaims, row.isOurs else { continue }
        levels["\(row.reference.device) \(row.level)", default: 0] += 1
      }
      if let most = levels.values.max(), most >= options.fanOut {
        throw SimulationFailure("\(most) objects of one level: \(levels)")
      }
    }
  }
}
