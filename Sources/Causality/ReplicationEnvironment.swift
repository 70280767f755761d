// SPDX-License-Identifier: MIT

import Synchronization

/// The source of time and random bits, and of the identities made from them. An environment belongs
/// to a program, or to a simulated device of a test.
///
/// A program never needs to name an environment. A test gives each simulated device its own:
///
/// ```swift
/// let laptop = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 4 })
/// laptop.run { note.title.value = "Plans" }
/// ```
public final class ReplicationEnvironment: Sendable {
  private struct State {
    var run: RunID?
    /// The ``duplications`` when the run was named.
    var duplications = 0
    /// The start of the last run, in milliseconds.
    var lastStart: UInt64 = 0
    /// The last comparison of the clocks: the wall clock, and the wall clock minus the uptime.
    var comparison: (wall: UInt64, difference: Int64)?
    var sessions: UInt32 = 0
    var edits: UInt64 = 0
    var lastWallTime = HybridTimestamp.zero
  }

  /// The device whose mark the runs have; nil if they have none.
  public let device: DeviceMark?
  private let milliseconds: @Sendable () -> UInt64
  private let uptime: (@Sendable () -> UInt64)?
  private let random: @Sendable () -> UInt64
  private let state = Mutex(State())
  /// How often the clocks diverged: see ``compareClocks(_:_:)``.
  private let partings = Atomic<Int>(0)
  #if !hasFeature(Embedded)
    private let marked = Mutex<[DeviceMark: ReplicationEnvironment]>([:])
    /// The environment that made this one in ``marked(with:)``; nil if none did.
    private let unmarked: ReplicationEnvironment?
  #endif
  /// Whether no other environment was ever current. Most programs have only one environment and
  /// skip looking up the environment of the task. The flag lies here so that an edit finds the flag
  /// through its session.
  @usableFromInline let isSole: Atomic<Bool>

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - device: The device whose mark the runs get; nil for none.
  ///   - milliseconds: The wall clock: milliseconds since 1970.
  ///   - uptime: Milliseconds by a clock that is never set and counts while the device sleeps; nil
  ///     if there is no such clock. All sessions end if this clock and the wall clock diverge, as
  ///     after a virtual machine was resumed from a snapshot.
  ///   - random: 64 random bits. Two devices whose environments give equal bits at equal times
  ///     would take each other's identity.
  public convenience init(
    device: DeviceMark? = nil, milliseconds: @escaping @Sendable () -> UInt64,
    uptime: (@Sendable () -> UInt64)? = nil, random: @escaping @Sendable () -> UInt64
  ) {
    self.init(
      isSole: false, device: device, milliseconds: milliseconds, uptime: uptime, random: random)
  }

  /// Makes an environment whose only run is given.
  convenience init(run: RunID) {
    self.init(
      milliseconds: { run.milliseconds },
      random: { UInt64(truncatingIfNeeded: run.rawValue >> 16) })
    state.withLock { ($0.run, $0.duplications) = (run, duplications) }
  }

  init(
    isSole: Bool, device: DeviceMark? = nil, milliseconds: @escaping @Sendable () -> UInt64,
    uptime: (@Sendable () -> UInt64)? = nil, random: @escaping @Sendable () -> UInt64,
    unmarked: ReplicationEnvironment? = nil
  ) {
    self.isSole = Atomic(isSole)
    self.device = device
    #if !hasFeature(Embedded)
      self.unmarked = unmarked
    #endif
    self.milliseconds = milliseconds
    self.uptime = uptime
    self.random = random
    ForkCount.watch()
  }

  #if !hasFeature(Embedded)
    /// The environment for runs with a device's mark. It shares the clock and the source of random
    /// bits with this environment, and lives as long as this environment. All calls for one device
    /// return the same environment.
    ///
    /// - Complexity: O(1) expected.
    public func marked(with device: DeviceMark) -> ReplicationEnvironment {
      if let unmarked { return unmarked.marked(with: device) }
      if device == self.device { return self }
      return marked.withLock { marked in
        if let known = marked[device] { return known }
        // Inverted bits make the runs of both environments differ even if the bits are constant, as
        // in a test.
        let new = ReplicationEnvironment(
          isSole: false, device: device, milliseconds: milliseconds, uptime: uptime,
          random: { ~self.random() }, unmarked: self)
        marked[device] = new
        return new
      }
    }
  #endif

  /// The wall clock, in milliseconds since 1970.
  public var now: UInt64 { milliseconds() }

  /// 64 random bits.
  public func randomBits() -> UInt64 { random() }

  /// The time in milliseconds during which one run opens sessions and numbers edits.
  private static let longestRun: UInt64 = 60_000

  /// Opens a session, greater than all earlier ones of this environment.
  ///
  /// Edits of a text have the start of their run as their time. A session of a long-running program
  /// therefore begins a new run if the last run began more than a minute ago. If the clock went
  /// back, the new run has the start of the last run.
  func openSession() -> SessionID {
    state.withLock { state in
      let now = milliseconds()
      compareClocks(now, &state)
      if state.sessions == SessionID.quietBit || isOver(state.run, at: now) { state.run = nil }
      let run = run(&state)
      defer { state.sessions += 1 }
      return SessionID(run: run, number: state.sessions)
    }
  }

  /// The identity of a new edit, different from that of every other edit.
  ///
  /// The edit is the only one of its session. So a ``VersionVector`` of such edits has an entry for
  /// each edit. A type with many edits numbers them in the session of a ``SessionToken``.
  ///
  /// - Complexity: O(1).
  public func newDot() -> Dot { Dot(session: openSession(), number: 0) }

  /// The time of a new edit.
  ///
  /// The greatest of three times: the wall clock, the successor of the last time taken from the
  /// wall clock, and the successor of `replaced`. The successor of `replaced` is not remembered: a
  /// stamp from a device ten years ahead must not make unrelated edits here win for ten years.
  ///
  /// - Parameter replaced: The time of the replaced edit.
  public func timestamp(replacing replaced: HybridTimestamp = .zero) -> HybridTimestamp {
    state.withLock { timestamp(replacing: replaced, at: milliseconds(), &$0) }
  }

  /// The time of a new edit, its run, and its number in the run. Types that do not number their
  /// edits tell edits of equal time apart by run and number.
  ///
  /// A run ends as in `openSession()`. So a title and a new text, both written at once, are edits
  /// of one run. A text that continues its session stays in an earlier run.
  ///
  /// - Parameters:
  ///   - replaced: The time of the replaced edit.
  ///   - isRightBehind: Whether the time is the successor of `replaced`, whatever the clock says.
  public func countEdit(
    replacing replaced: HybridTimestamp, isRightBehind: Bool = false
  ) -> (time: HybridTimestamp, run: RunID, edit: UInt64) {
    state.withLock { state in
      let now = milliseconds()
      let time =
        isRightBehind ? replaced.successor : timestamp(replacing: replaced, at: now, &state)
      if isOver(state.run, at: now) { state.run = nil }
      let run = run(&state)
      defer { state.edits += 1 }
      return (time, run, state.edits)
    }
  }

  private func timestamp(
    replacing replaced: HybridTimestamp, at now: UInt64, _ state: inout State
  ) -> HybridTimestamp {
    compareClocks(now, &state)
    let time = max(HybridTimestamp(milliseconds: now), state.lastWallTime.successor)
    guard time > replaced else { return replaced.successor }
    state.lastWallTime = time
    return time
  }

  /// The current run. A run begins at the first call, after the last run is over, and after this
  /// process may have been duplicated.
  private func run(_ state: inout State) -> RunID {
    let duplications = duplications
    if let run = state.run, state.duplications == duplications { return run }
    state.lastStart = max(RunID.milliseconds(of: milliseconds()), state.lastStart)
    let run = RunID(milliseconds: state.lastStart, device: device, random: random)
    (state.run, state.duplications, state.sessions) = (run, duplications, 0)
    return run
  }

  private func isOver(_ run: RunID?, at time: UInt64) -> Bool {
    guard let run else { return false }
    let now = RunID.milliseconds(of: time)
    return now > run.milliseconds && now - run.milliseconds > Self.longestRun
  }

  // MARK: Duplicates

  /// How often this process, or its machine, may have been duplicated. A session opened at another
  /// count may belong to a duplicate, too, and is not continued.
  var duplications: Int { ForkCount.current &+ partings.load(ordering: .relaxed) }

  /// Whether edits may continue a session without comparing ``duplications``. False for the rest of
  /// the process once the clocks diverged.
  var isUndivided: Bool { partings.load(ordering: .relaxed) == 0 }

  /// Ends all sessions if the wall clock and the uptime diverged by more than ten seconds.
  ///
  /// A virtual machine that is resumed twice from one snapshot would continue the sessions twice.
  /// Its uptime goes on from the snapshot; its wall clock is set right, in most systems within
  /// seconds. Until then, both machines make different edits under one identity: see
  /// ``DeltaReplicable/contradicts(_:)``.
  ///
  /// The clocks are compared at most once a second: when an environment begins to run, opens a
  /// session, or is asked for a time.
  func compareClocks() {
    if uptime == nil { return }
    state.withLock { compareClocks(milliseconds(), &$0) }
  }

  private func compareClocks(_ wall: UInt64, _ state: inout State) {
    if let last = state.comparison?.wall, last <= wall, wall - last < 1_000 { return }
    // A clock that fails says 0.
    guard let uptime = uptime?(), uptime > 0 else { return }
    let difference = Int64(truncatingIfNeeded: wall &- uptime)
    if let last = state.comparison?.difference, (difference &- last).magnitude > 10_000 {
      partings.add(1, ordering: .relaxed)
      endFastPath()
    }
    state.comparison = (wall, difference)
  }

  /// Makes each edit look up the owner of its session again.
  func endFastPath() { isSole.store(false, ordering: .relaxed) }
}
