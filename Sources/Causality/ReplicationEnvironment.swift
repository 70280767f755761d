// SPDX-License-Identifier: MIT

import Synchronization

/// The source of time and random bits, and of the identities made from time and random bits. An
/// environment belongs to a program, or to a simulated device of a test.
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
    /// The ``duplications`` at the start of the run.
    var duplications = 0
    /// The start of the last run, in milliseconds.
    var lastStart: UInt64 = 0
    /// The last comparison of the clocks: the wall clock, and the wall clock minus the uptime.
    var comparison: (wall: UInt64, difference: Int64)?
    var sessions: UInt32 = 0
    var edits: UInt64 = 0
    var lastWallTime = HybridTimestamp.zero
  }

  /// The device whose mark the runs have; nil for runs without a mark.
  public let device: DeviceMark?
  private let milliseconds: @Sendable () -> UInt64
  private let uptime: (@Sendable () -> UInt64)?
  private let random: @Sendable () -> UInt64
  private let state = Mutex(State())
  /// The number of times that the clocks diverged: see ``compareClocks(_:_:)``.
  private let partings = Atomic<Int>(0)
  #if !hasFeature(Embedded)
    private let marked = Mutex<[DeviceMark: ReplicationEnvironment]>([:])
    /// The environment whose ``marked(with:)`` made this environment; nil if there is none.
    private let unmarked: ReplicationEnvironment?
  #endif
  /// Whether edits skip looking up the environment of their task. True for ``system`` until another
  /// environment is current or `endFastPath()` is called. Most programs have only one environment.
  /// An edit reaches the flag through its session.
  @usableFromInline let isSole: Atomic<Bool>

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - device: The device whose mark the runs get; nil for none.
  ///   - milliseconds: The wall clock: milliseconds since 1970.
  ///   - uptime: A clock in milliseconds that is never adjusted and runs on while the device
  ///     sleeps; nil without such a clock. All sessions end if this clock and the wall clock
  ///     diverge, as after a virtual machine was resumed from a snapshot.
  ///   - random: A source of 64 random bits. If two devices had equal bits at equal times, their
  ///     edits would have equal identities.
  public convenience init(
    device: DeviceMark? = nil, milliseconds: @escaping @Sendable () -> UInt64,
    uptime: (@Sendable () -> UInt64)? = nil, random: @escaping @Sendable () -> UInt64
  ) {
    self.init(
      isSole: false, device: device, milliseconds: milliseconds, uptime: uptime, random: random)
  }

  /// Makes an environment with one given run.
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
    /// The environment for runs with a device's mark. The returned environment shares the clock and
    /// the source of random bits with this environment, and lives as long as this environment. All
    /// calls for one device return the same environment.
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

  /// The greatest time during which one run opens sessions and numbers edits, in milliseconds.
  private static let longestRun: UInt64 = 60_000

  /// Opens a session. Later sessions of an environment are greater, unless two runs have the same
  /// start.
  ///
  /// The time of an edit of a text is the start of the edit's run. So this method begins a new run
  /// if the last run began more than a minute ago. A run that begins after the clock went back has
  /// the same start as the run before it.
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

  /// The identity of a new edit. No other edit has this identity.
  ///
  /// Each call opens a session for one edit. So a ``VersionVector`` of such edits has an entry for
  /// each edit. A type with many edits numbers the edits in the session of a ``SessionToken``.
  ///
  /// - Complexity: O(1).
  public func newDot() -> Dot { Dot(session: openSession(), number: 0) }

  /// The time of a new edit.
  ///
  /// The greatest of three times: the wall clock, the successor of the last time taken from the
  /// wall clock, and the successor of `replaced`. The successor of `replaced` does not change later
  /// times: a stamp that is ten years ahead must not make unrelated edits here win for ten years.
  ///
  /// - Parameter replaced: The time of the replaced edit.
  public func timestamp(replacing replaced: HybridTimestamp = .zero) -> HybridTimestamp {
    state.withLock { timestamp(replacing: replaced, at: milliseconds(), &$0) }
  }

  /// The time and the run of a new edit, and a number that no other edit of the run has. Types
  /// without numbered edits tell edits of equal time apart by run and number.
  ///
  /// As in `openSession()`, a run ends after a minute. So a title and a new text, both written
  /// together, are edits of one run. A text that continues its session stays in the session's run.
  ///
  /// - Parameters:
  ///   - replaced: The time of the replaced edit.
  ///   - isRightBehind: Whether the time is the successor of `replaced`, independent of the clock.
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

  /// The current run. A call begins a new run if there is none, or if this process may have been
  /// duplicated since the last run began. Callers clear a run that is over.
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

  /// The number of times that this process, or its machine, may have been duplicated. A session
  /// that was opened at another count may also belong to a duplicate, and is not continued.
  var duplications: Int { ForkCount.current &+ partings.load(ordering: .relaxed) }

  /// Whether edits may continue a session without comparing ``duplications``. False for the rest of
  /// the process once the clocks diverged.
  var isUndivided: Bool { partings.load(ordering: .relaxed) == 0 }

  /// Ends all sessions if the wall clock and the uptime diverged by more than ten seconds.
  ///
  /// A virtual machine that is resumed twice from one snapshot would continue the sessions twice.
  /// After a resume, the uptime goes on from the snapshot, but the wall clock is set right, in most
  /// systems within seconds. Before the wall clock is set, both machines make different edits under
  /// one identity: see ``DeltaReplicable/contradicts(_:)``.
  ///
  /// An environment compares the clocks when it begins to run, opens a session, or gives a time,
  /// but at most once a second.
  func compareClocks() {
    if uptime == nil { return }
    state.withLock { compareClocks(milliseconds(), &$0) }
  }

  private func compareClocks(_ wall: UInt64, _ state: inout State) {
    if let last = state.comparison?.wall, last <= wall, wall - last < 1_000 { return }
    // A clock that fails gives 0.
    guard let uptime = uptime?(), uptime > 0 else { return }
    let difference = Int64(truncatingIfNeeded: wall &- uptime)
    if let last = state.comparison?.difference, (difference &- last).magnitude > 10_000 {
      partings.add(1, ordering: .relaxed)
      endFastPath()
    }
    state.comparison = (wall, difference)
  }

  /// Clears `isSole`: each edit checks again whether it may continue its session.
  func endFastPath() { isSole.store(false, ordering: .relaxed) }
}
