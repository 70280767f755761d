// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes
import ReplicationLaws

/// An invariant that does not hold.
package struct SimulationFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Devices, one or two folders that a bad service carries between them, and all events in both,
/// from one seed.
package final class LogSimulation<Shelf: SimulatedShelf> {
  /// The kinds of events, which are counted.
  package enum Event: String, CaseIterable, Sendable {
    case edit, removal, documentRemoval, run, kill, join, death
    case backup, restoring, restoringPastDeletions, restoringWithFolder, clone
    case wipe, rollBack, loss, tearing, renaming, flip, lie
    case absence, year, yearAway, wrongClock, secondRemote
    case failure, crash
    case retirement, retiredReturn
    case quietDays, clearing, dropping
  }

  typealias Library = Shelf.Library
  typealias Policy = SyncPolicy<Library.Rows, Library.Documents>
  typealias Words = [DocumentID: Set<String>]

  let shelf: Shelf
  var random: SeededGenerator
  let settings: SimulationSettings
  let numbers: RandomNumbers
  var options: PolicyOptions
  let clouds: [LogCloud]
  var parties: [Party] = []
  var views = 0
  /// How many words were written.
  var words = 0
  /// How often each event happened.
  package var events: [Event: Int] = [:]

  // Knowledge of the stores.
  var isHarmed = false
  var checkpoints: [[[ObjectName: [UInt8]]]]
  /// The words that each store yielded to a new reader at the last check.
  var best: [Words]
  var deletionsSeen: [Int]
  /// The words that sets of objects yielded lately.
  var yields: [(key: Set<ObjectIdentifier>, entries: [LogCloud.Entry], words: Words)] = []
  /// Whether the simulation waits until nothing changes. Each run may acknowledge then.
  var isAtRest = false
  /// The words of documents that were removed, as the device that did so showed them.
  var removedWithDocuments: Set<String> = []
  /// The words that had arrived in a cloud while the lonely device worked, or when a device died.
  var arrived: Words = [:]

  package init(seed: UInt64, on shelf: Shelf) throws {
    var random = SeededGenerator(seed: seed)
    let settings = SimulationSettings(&random)
    self.shelf = shelf
    self.settings = settings
    numbers = RandomNumbers(seed: seed ^ 0xface)
    options = settings.policyOptions(seed: .random(in: .min ... .max, using: &random))
    clouds = (0..<settings.remotes).map { number in
      LogCloud(
        SeededGenerator(seed: seed ^ (0x5eed + UInt64(number))), lag: settings.lag,
        overwrites: settings.overwrites)
    }
    checkpoints = clouds.map { _ in [] }
    best = clouds.map { _ in [:] }
    deletionsSeen = clouds.map { _ in 0 }
    self.random = random
    for _ in 0..<Int.random(in: 2...4, using: &self.random) { join(try shelf.makeLibrary()) }
    if settings.isLonely { for party in parties.dropFirst() { party.awayUntil = .max } }
  }

  var now: UInt64 {
    get { clouds[0].now }
    set { for cloud in clouds { cloud.now = newValue } }
  }

  /// How many objects were deleted.
  var deletions: Int { clouds.reduce(0) { $0 + $1.deletions } }

  func count(_ event: Event) { events[event, default: 0] += 1 }

  @discardableResult
  func join(_ library: Library, remotes: [Int]? = nil) -> Party {
    views += 1
    let clock = DeviceClock()
    if settings.hasWrongClocks { clock.setWrong(&random) }
    let numbers = numbers
    let party = Party(library, id: views, clock: clock, random: { numbers.next() })
    let all = Array(clouds.indices)
    let chosen =
      remotes ?? [all, [all.randomElement(using: &random) ?? 0]].randomElement(using: &random)
      ?? all
    for remote in chosen { connect(party, to: remote) }
    parties.append(party)
    return party
  }

  func connect(_ party: Party, to remote: Int) {
    party.views[remote] = LogView(party.id, of: clouds[remote], faults: settings.faults)
  }

  func policy(of library: Library, for remote: Int) -> Policy {
    SyncPolicy(
      library.rows, library.documents, remote: RemoteName("r\(remote)"), options: options)
  }

  /// A device.
  final class Party {
    let id: Int
    var library: Library
    /// The remotes it syncs with, by number.
    var views: [Int: LogView] = [:]
    var runs: [SteppedRun] = []
    /// An image of the library, the words that its user was told were stored, how many objects had
    /// been deleted, and the objects of each folder.
    var backup: (image: Shelf.Image, told: Words, deletions: Int, objects: [[ObjectName: [UInt8]]])?
    /// The words that the user was told were stored.
    var told: Words = [:]
    var awayUntil: UInt64 = 0
    let clock: DeviceClock
    let environment: ReplicationEnvironment
    /// The rows of each document and its claims at the last check.
    var checked: [DocumentID: [Row]] = [:]

    init(
      _ library: Library, id: Int, clock: DeviceClock, random: @escaping @Sendable () -> UInt64
    ) {
      self.library = library
      self.id = id
      self.clock = clock
      environment = ReplicationEnvironment(milliseconds: { clock.now }, random: random)
    }
  }
}
