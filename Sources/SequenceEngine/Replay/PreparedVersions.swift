// SPDX-License-Identifier: MIT

import BinaryCoding

/// The versions that a ``Tracker`` has prepared, one in each lane of its tree.
struct PreparedVersions {
  /// The version that a lane has prepared: an event and all events that its author saw.
  private struct Version {
    /// The tip. The event before the tracker's first event stands for the tracker's start.
    var tip: Int
    /// The run of the graph that the tip belongs to.
    var run: Int
    /// The value of `uses` at the lane's last use.
    var use: Int
  }

  /// For each lane, and each run of the graph from ``firstNoted`` on, the number of events of the
  /// run that the lane's version has seen. The number is 0 if the version has seen no event of the
  /// run at or after the tracker's first event. It is also 0 for runs after the last stored number.
  /// The numbers are not stored in ``lanes``, so that searching ``lanes`` for a tip stays fast.
  private var seen: [[UInt8]] = [[]]
  /// The run of the graph that got a number first. The numbers of earlier runs are unknown.
  private var firstNoted: Int?
  /// A stored number of this value stands for this number or any greater number.
  private static let many = UInt8.max

  private var lanes: [Version]
  private(set) var current = 0
  private var uses = 0
  /// The lanes in which the last events of some sessions were replayed. Seats are few, so searching
  /// them is faster than hashing.
  private var seats: [Seat] = []

  /// The lane in which the last event of a session was replayed. The lane may have moved to another
  /// version since then.
  private struct Seat {
    /// The session's place in the graph.
    var session: Int
    var lane: Int
  }

  /// The greatest number of seats. A further session takes the last seat, which belongs to a
  /// session met rarely. A seat is only a hint.
  private static let mostSeats = 64

  /// The number of steps by which sessions moved versions of other sessions, since a lane was last
  /// copied. A step retreats or advances one run of the tree.
  var moved = 0

  /// - Parameter tip: The event before the tracker's first event.
  init(tip: Int = -1) {
    lanes = [Version(tip: tip, run: -1, use: 0)]
  }

  /// Forgets everything and begins with one lane, at another version.
  mutating func begin(tip: Int) {
    lanes.removeLast(lanes.count - 1)
    lanes[0] = Version(tip: tip, run: -1, use: 0)
    seen.removeLast(seen.count - 1)
    seen[0].removeAll(keepingCapacity: true)
    firstNoted = nil
    (current, uses, moved) = (0, 0, 0)
    if !seats.isEmpty { seats.removeAll(keepingCapacity: true) }
  }

  var count: Int { lanes.count }

  /// The approximate memory in bytes.
  var byteCount: Int {
    seen.reduce(lanes.capacity * MemoryLayout<Version>.stride) { $0 + $1.capacity }
      + seats.capacity * MemoryLayout<Seat>.stride
  }

  /// The tip of the current lane, and the run of the graph that holds the tip.
  var tip: Int { lanes[current].tip }
  var run: Int { lanes[current].run }

  func tip(of lane: Int) -> Int { lanes[lane].tip }
  func run(of lane: Int) -> Int { lanes[lane].run }

  /// The number of runs of the graph that the current lane has numbers for.
  var notedRunCount: Int { seen[current].count }

  /// The number of events of a run of the graph that the version of a lane has seen; nil if
  /// unknown.
  @inline(__always)
  func seenCount(ofRun run: Int, in lane: Int) -> Int? {
    guard let firstNoted, run >= firstNoted else { return nil }
    let place = run - firstNoted
    if place >= seen[lane].count { return 0 }
    let count = seen[lane][place]
    return count < Self.many ? Int(count) : nil
  }

  /// Sets the number of events of a run of the graph that the current version has seen.
  mutating func setSeenCount(ofRun run: Int, to count: Int) {
    let place = run - (firstNoted ?? run)
    if firstNoted == nil { firstNoted = run }
    guard place >= 0 else { return }
    let missing = place + 1 - seen[current].count
    if missing > 0 { seen[current].append(contentsOf: repeatElement(0, count: missing)) }
    seen[current][place] = UInt8(min(count, Int(Self.many)))
  }

  /// The lane with a given tip, if there is one.
  func lane(at tip: Int) -> Int? {
    lanes[current].tip == tip ? current : lanes.firstIndex { $0.tip == tip }
  }

  /// The lane in which the last event of a session was replayed; nil if unknown.
  func seat(of session: Int) -> Int? { seats.first { $0.session == session }?.lane }

  /// Records the current lane as the seat of a session. Seats of sessions met often move to the
  /// front.
  private mutating func setSeat(of session: Int) {
    if let place = seats.firstIndex(where: { $0.session == session }) {
      seats[place].lane = current
      // Ordering the first few seats is not worth the work.
      if place >= 4 { seats.swapAt(place, place / 2) }
      return
    }
    if seats.count == Self.mostSeats { seats.removeLast() }
    seats.append(Seat(session: session, lane: current))
  }

  /// Records that an event was replayed in the current lane.
  mutating func setTip(_ event: Int, _ run: Int, of session: Int) {
    lanes[current].tip = event
    lanes[current].run = run
    if lanes.count > 1 { setSeat(of: session) }
  }

  /// Makes a lane the current one.
  mutating func select(_ lane: Int) {
    current = lane
    uses += 1
    lanes[lane].use = uses
  }

  /// Adds a lane with the version of the current one, and selects it.
  ///
  /// - Parameter session: The session of the current tip; nil if the tip stands for the tracker's
  ///   start.
  mutating func add(leaving session: Int?) {
    if let session { setSeat(of: session) }
    lanes.append(lanes[current])
    seen.append(seen[current])
    select(lanes.count - 1)
    moved = 0
  }

  /// Copies the current version to a lane, and selects that lane.
  mutating func copyCurrent(to lane: Int) {
    seats.removeAll { $0.lane == lane }
    lanes[lane] = lanes[current]
    seen[lane] = seen[current]
    select(lane)
    moved = 0
  }

  /// The least recently used lane without a seat. If each lane has a seat, the least recently used
  /// lane. Never the current lane; nil if there is no other lane.
  var leastNeeded: Int? {
    let needed = Set(seats.map { $0.lane })
    return lanes.indices.filter { $0 != current }.min { first, second in
      needed.contains(first) == needed.contains(second)
        ? lanes[first].use < lanes[second].use : !needed.contains(first)
    }
  }

  /// Keeps the more recently used half of the lanes, and selects the most recently used lane.
  ///
  /// - Returns: The kept lanes, by their former numbers.
  mutating func keepHalf() -> [Int] {
    let byUse = lanes.indices.sorted { lanes[$0].use > lanes[$1].use }
    let kept = Array(byUse.prefix(max(1, lanes.count / 2)))
    lanes = kept.map { lanes[$0] }
    seen = kept.map { seen[$0] }
    seats = []
    current = 0
    return kept
  }
}
