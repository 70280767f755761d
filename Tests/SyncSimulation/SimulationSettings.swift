// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws
import Synchronization

/// The faults and events of a simulation's world, chosen by chance. Numbers are how many of 100
/// steps are of a kind.
struct SimulationSettings {
  static let grace: UInt64 = 300
  /// As many grace periods as a year has hours.
  static let year = grace * 24 * 365

  /// The longest time that a change travels, in milliseconds.
  private(set) var lag: UInt64
  let harm: Int
  let copying: Int
  private(set) var dying: Int
  let crashing: Int
  let faults: Set<LogView.Fault>
  let overwrites: Bool
  let remotes: Int
  /// Whether the clocks of devices are wrong, by as much as ten years.
  let hasWrongClocks: Bool
  /// Whether clocks are set while devices work.
  let setsClocks: Bool
  let hasYears: Bool
  /// Whether one device works alone before its disk dies.
  let isLonely: Bool
  /// Whether devices are retired, also some that are alive or away.
  let retires: Bool
  /// Whether documents that were cleared drop their deleted contents.
  let dropsDeleted: Bool
  /// How many of the objects that a device sealed last it remembers.
  let remembered: Int
  /// The removals of documents, where a library can do that.
  let removing: Int

  init(_ random: inout SeededGenerator) {
    func choose<Value>(_ values: Value...) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    lag = choose(0, 0, 100, 250, 250, 2000)
    harm = choose(0, 0, 0, 1, 5)
    copying = choose(0, 0, 2, 4)
    crashing = choose(0, 3, 8)
    let often = choose(0, 3, 7)
    faults = Set(
      LogView.Fault.allCases.filter { _ in Int.random(in: 0..<10, using: &random) < often })
    overwrites = choose(false, true)
    remotes = choose(1, 1, 1, 2)
    hasWrongClocks = choose(false, true)
    hasYears = choose(false, true)
    isLonely = choose(true, false, false, false, false) && harm == 0 && copying == 0
    dying = isLonely ? 0 : choose(0, 0, 1)
    setsClocks = hasWrongClocks && dying == 0 && !isLonely && choose(false, true)
    // A disk that dies takes along changes that did not travel within the grace period.
    if lag > Self.grace { dying = 0 }
    if isLonely, lag == 0 || lag > Self.grace { lag = 250 }
    retires = choose(false, true)
    dropsDeleted = choose(true, true, true, false)
    // Drawn apart: a seed chooses all else alike where documents cannot be removed.
    var other = random
    removing = [0, 0, 1, 5].randomElement(using: &other) ?? 0
    remembered = [1, 3, 1024].randomElement(using: &other) ?? 1024
  }

  func policyOptions(seed: UInt64) -> PolicyOptions {
    var options = PolicyOptions()
    options.fanOut = 3
    options.grace = Self.grace
    options.cardPause = Self.grace
    options.rememberedObjects = remembered
    let ids = RandomNumbers(seed: seed)
    options.makeDevice = { ids.nextDevice() }
    return options
  }
}

/// The clock of a device, which may be wrong.
final class DeviceClock: Sendable {
  private static let tenYears: Int64 = 315_360_000_000

  private let time = Mutex((now: LogCloud.start, error: Int64(0)))

  /// Milliseconds since 1970.
  var now: UInt64 { time.withLock { UInt64(Int64($0.now) + $0.error) } }

  func set(to now: UInt64) { time.withLock { $0.now = now } }

  /// Sets it to a time within ten years of the right one.
  func setWrong(_ random: inout SeededGenerator) {
    let error = [
      0, Self.tenYears, -Self.tenYears,
      .random(in: -Self.tenYears...Self.tenYears, using: &random),
    ].randomElement(using: &random)
    time.withLock { $0.error = error ?? 0 }
  }
}
