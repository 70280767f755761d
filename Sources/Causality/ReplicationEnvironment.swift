// SPDX-License-Identifier: MIT

import Synchronization

/// Where time and chance come from, and the identity they make: the runs of a
/// program, or one simulated device of a test.
///
/// A program never needs to name one. A test gives each simulated device its
/// own:
///
/// ```swift
/// let laptop = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 4 })
/// laptop.run { note.title.value = "Plans" }
/// ```
public final class ReplicationEnvironment: Sendable {
  private struct State {
    var run: RunID?
    /// The ``ForkCount`` at which the run was named.
    var forks = 0
    var sessions: UInt32 = 0
    var edits: UInt64 = 0
    var lastWallTime = HybridTimestamp.zero
  }

  private let milliseconds: @Sendable () -> UInt64
  private let random: @Sendable () -> UInt64
  private let state = Mutex(State())
  /// Whether no other was ever current: most programs know one only, and skip the look-up
  /// of the task's own. It lies here so that whoever edits finds it beside its session.
  @usableFromInline let isSole: Atomic<Bool>

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - milliseconds: The wall clock: milliseconds since 1970.
  ///   - random: 64 random bits. Two devices whose environments give equal
  ///     bits at equal times would take each other's identity.
  public convenience init(
    milliseconds: @escaping @Sendable () -> UInt64, random: @escaping @Sendable () -> UInt64
  ) {
    self.init(isSole: false, milliseconds: milliseconds, random: random)
  }

  init(
    isSole: Bool, milliseconds: @escaping @Sendable () -> UInt64,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.isSole = Atomic(isSole)
    self.milliseconds = milliseconds
    self.random = random
    ForkCount.watch()
  }

  /// The wall clock, in milliseconds since 1970.
  public var now: UInt64 { milliseconds() }

  /// 64 random bits.
  public func randomBits() -> UInt64 { random() }

  /// How long sessions are opened in one run, in milliseconds.
  private static let longestRun: UInt64 = 60_000

  /// Opens a session, greater than all earlier ones of this environment.
  ///
  /// Edits of a text carry the start of their run as their time. So in a program that runs for
  /// long, a session begins a run of its own if the last one began more than a minute ago. A
  /// clock that goes back begins none: a later run is always the greater.
  func openSession() -> SessionID {
    state.withLock { state in
      if state.sessions == SessionID.maximumCount || isOver(state.run) { state.run = nil }
      let run = run(&state)
      defer { state.sessions += 1 }
      return SessionID(run: run, number: state.sessions)
    }
  }

  /// The number of one more edit, with the run that counts it: tells apart
  /// equal times of types that number no edits of their own.
  public func countEdit() -> (run: RunID, edit: UInt64) {
    state.withLock { state in
      let run = run(&state)
      defer { state.edits += 1 }
      return (run, state.edits)
    }
  }

  /// The time of a new edit.
  ///
  /// The greatest of the wall clock, the last time taken from it plus one, and
  /// `replaced` plus one. The third leaves the clock alone: a stamp from a
  /// device ten years ahead must not make unrelated edits here win for ten
  /// years.
  ///
  /// - Parameter replaced: The time of what the edit replaces.
  public func timestamp(replacing replaced: HybridTimestamp = .zero) -> HybridTimestamp {
    let wall = HybridTimestamp(milliseconds: milliseconds())
    return state.withLock { state in
      let time = max(wall, state.lastWallTime.successor)
      guard time > replaced else { return replaced.successor }
      state.lastWallTime = time
      return time
    }
  }

  /// The run: a new one at first, where no more sessions are to be opened in the last, and in a
  /// process that was forked since.
  private func run(_ state: inout State) -> RunID {
    let forks = ForkCount.current
    if let run = state.run, state.forks == forks { return run }
    let run = RunID(milliseconds: milliseconds(), random: random)
    (state.run, state.forks, state.sessions) = (run, forks, 0)
    return run
  }

  private func isOver(_ run: RunID?) -> Bool {
    guard let run else { return false }
    let now = RunID.milliseconds(of: milliseconds())
    return now > run.milliseconds && now - run.milliseconds > Self.longestRun
  }

  /// Lets each edit ask who goes on with its session.
  func endFastPath() { isSole.store(false, ordering: .relaxed) }
}
