// SPDX-License-Identifier: MIT

import Causality
import Synchronization

/// A device of a schedule: a clock that cannot be trusted, and a random
/// source that can be replayed.
final class SimulatedDevice: Sendable {
  private struct State {
    var milliseconds: UInt64
    var random: SeededGenerator
  }

  /// How far apart the clocks of a schedule are.
  enum ClockSpread: CaseIterable, Sendable {
    /// All stand at one millisecond, so that every time is a tie.
    case equal
    /// Within seconds of each other.
    case close
    /// Anywhere between 1970 and 2090.
    case decades
  }

  private static let year: UInt64 = 31_557_600_000
  private static let firstTime = 50 * year
  private static let lastTime = 200 * year

  /// What edits on this device run in.
  let environment: ReplicationEnvironment
  private let spread: ClockSpread
  private let state: StateBox

  /// Environments take escaping closures, so the state needs a place of its
  /// own.
  private final class StateBox: Sendable {
    let value: Mutex<State>
    init(_ state: State) { value = Mutex(state) }
  }

  /// Makes a device.
  init(seed: UInt64, spread: ClockSpread) {
    var random = SeededGenerator(seed: seed)
    let start: UInt64 =
      switch spread {
      case .equal: Self.firstTime
      case .close: Self.firstTime + UInt64(random.below(5_000))
      case .decades: UInt64(random.below(Int(120 * Self.year)))
      }
    let state = StateBox(State(milliseconds: start, random: random))
    self.spread = spread
    self.state = state
    environment = ReplicationEnvironment(
      milliseconds: { state.value.withLock(\.milliseconds) },
      random: { state.value.withLock { $0.random.next() } })
  }

  /// Lets time pass, or not, or backwards.
  func moveClock(_ random: inout SeededGenerator) {
    let move: Int64 =
      switch random.below(16) {
      case 0..<6: 0
      case 6..<12: Int64(random.below(4))
      case 12..<14: -Int64(random.below(3_600_000))
      case 14: Int64(random.below(3_600_000))
      default:
        spread == .decades ? Int64(random.below(Int(60 * Self.year))) - Int64(30 * Self.year) : 1
      }
    state.value.withLock { state in
      let moved = Int64(state.milliseconds) + move
      state.milliseconds = UInt64(min(max(moved, 0), Int64(Self.lastTime)))
    }
  }
}
