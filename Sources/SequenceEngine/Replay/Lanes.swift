// SPDX-License-Identifier: MIT

/// The prepared versions that a ``RunTree`` holds side by side, each in a *lane*. A lane has a
/// state for each run and two widths for each node.
///
/// All lanes have the same runs in the same order. One lane is the current one.
///
/// ```
/// states   [run 0: lane 0, lane 1, …, room][run 1: …]…
/// widths   [node 0: lane 0, lane 1, …, room][node 1: …]…
/// ```
struct Lanes: ~Copyable {
  /// Two numbers of elements below a node: those that are visible at a version, and those that
  /// exist at the version, deleted or not.
  struct Widths {
    var visible = 0
    var existing = 0
  }

  private(set) var count = 1
  var current = 0
  /// The number of lanes that fit before the memory must grow.
  private var room = 1
  private var states = Pool<UInt8>()
  private var widths = Pool<Widths>()
  /// The states of ``large`` or more, by their places in ``states``.
  private var largeStates: [Int: Int] = [:]

  private static let large: UInt8 = .max

  /// The memory of all lanes in bytes, including free capacity.
  var byteCount: Int {
    states.byteCount + widths.byteCount
      + largeStates.capacity * 2 * MemoryLayout<Int>.stride
  }

  private var runCount: Int { states.count / room }
  private var nodeCount: Int { widths.count / room }

  /// Removes all runs, all nodes, and all lanes except the first. Keeps the memory.
  mutating func removeAll() {
    (count, current, room) = (1, 0, 1)
    states.removeAll()
    widths.removeAll()
    largeStates = [:]
  }

  // MARK: States

  /// The state of a run at the current version: 0 before its insertion, 1 if it is visible, 1 + *d*
  /// if it is deleted *d* times.
  @inline(__always)
  func state(of run: Int) -> Int { state(at: run * room + current) }

  @inline(__always)
  mutating func setState(of run: Int, to state: Int) {
    setState(at: run * room + current, to: state)
  }

  /// Adds a run that is visible at the current version and in no other lane.
  mutating func addRun() {
    if room == 1 { return states.append(1) }
    states.append(repeating: 0, count: room)
    states[states.count - room + current] = 1
  }

  /// Adds a run that is split off another run.
  mutating func addRun(cutOff run: Int) {
    let start = states.count
    for lane in 0..<room { states.append(states[run * room + lane]) }
    if largeStates.isEmpty { return }
    for lane in 0..<count where states[start + lane] == Self.large {
      largeStates[start + lane] = largeStates[run * room + lane]
    }
  }

  /// Whether a run exists in no lane but the current one.
  func existsOnlyHere(_ run: Int) -> Bool {
    for lane in 0..<count where lane != current && states[run * room + lane] != 0 { return false }
    return true
  }

  @inline(__always)
  private func state(at place: Int) -> Int {
    let state = states[place]
    return state < Self.large ? Int(state) : largeStates[place] ?? 0
  }

  @inline(__always)
  private mutating func setState(at place: Int, to state: Int) {
    if states[place] == Self.large { largeStates[place] = nil }
    states[place] = UInt8(min(state, Int(Self.large)))
    if state >= Self.large { largeStates[place] = state }
  }

  // MARK: Widths

  /// The widths of a node at the current version.
  subscript(node: Int) -> Widths {
    @inline(__always) get { widths[node * room + current] }
    @inline(__always) _modify { yield &widths[node * room + current] }
  }

  mutating func addNode() {
    widths.append(repeating: Widths(), count: room)
  }

  /// Subtracts the widths of a node from the widths of another node, in all lanes.
  mutating func subtractWidths(of node: Int, from other: Int) {
    for lane in 0..<count {
      let less = widths[node * room + lane]
      widths[other * room + lane].visible -= less.visible
      widths[other * room + lane].existing -= less.existing
    }
  }

  /// Copies the widths of a node to another node, in all lanes.
  mutating func copyWidths(of node: Int, to other: Int) {
    for lane in 0..<room { widths[other * room + lane] = widths[node * room + lane] }
  }

  // MARK: Growing

  /// The memory that one more lane takes, in bytes; 0 if there is room for the lane.
  var byteCountOfOne: Int {
    count < room
      ? 0 : (Self.room(after: room) - room) * (states.byteCount + widths.byteCount) / room
  }

  /// Adds a lane that equals the current one, and makes it the current one.
  ///
  /// - Complexity: O(*n*) bytes copied for *n* runs. If there is no room, O(*n*) for each lane.
  mutating func add() {
    if count == room { layOut(Array(0..<count), room: Self.room(after: room)) }
    count += 1
    copyCurrent(to: count - 1)
  }

  /// Copies the current lane to another lane, and makes the copy the current lane.
  ///
  /// - Complexity: O(*n*) bytes copied for *n* runs.
  mutating func copyCurrent(to lane: Int) {
    WorkCounter.copy(runCount)
    for run in 0..<runCount {
      setState(at: run * room + lane, to: state(of: run))
    }
    for node in 0..<nodeCount { widths[node * room + lane] = self[node] }
    current = lane
  }

  /// Keeps only some lanes and renumbers them. The first kept lane becomes the current one.
  mutating func keep(_ lanes: [Int]) {
    layOut(lanes, room: lanes.count)
    current = 0
  }

  private static func room(after room: Int) -> Int { room + max(1, room / 2) }

  private mutating func layOut(_ lanes: [Int], room newRoom: Int) {
    WorkCounter.copy(runCount * lanes.count)
    var newStates = Pool<UInt8>(capacity: runCount * newRoom)
    var newWidths = Pool<Widths>(capacity: nodeCount * newRoom)
    var newLarge: [Int: Int] = [:]
    for run in 0..<runCount {
      for lane in lanes {
        let place = run * room + lane
        if let large = largeStates[place] { newLarge[newStates.count] = large }
        newStates.append(states[place])
      }
      newStates.append(repeating: 0, count: newRoom - lanes.count)
    }
    for node in 0..<nodeCount {
      for lane in lanes { newWidths.append(widths[node * room + lane]) }
      newWidths.append(repeating: Widths(), count: newRoom - lanes.count)
    }
    states = newStates
    widths = newWidths
    largeStates = newLarge
    (room, count) = (newRoom, lanes.count)
  }
}
