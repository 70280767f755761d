// SPDX-License-Identifier: MIT

import Causality
import Synchronization

/// A device of a schedule. Its clock shows a given time, and its random bits can be replayed.
final class SimulatedDevice: Sendable {
  /// The growth of the random bits from one draw to the next. A script can repeat this growth.
  static let bitStep: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Environments take escaping closures, so the state needs an object of its own.
  private final class State: Sendable {
    let milliseconds = Atomic<UInt64>(0)
    let bits: Atomic<UInt64>
    init(bits: UInt64) { self.bits = Atomic(bits) }
  }

  /// The environment of edits on this device.
  let environment: ReplicationEnvironment
  private let state: State

  /// Makes a device.
  ///
  /// - Parameter bits: The random bits before the first draw.
  init(bits: UInt64) {
    let state = State(bits: bits)
    self.state = state
    environment = ReplicationEnvironment(
      milliseconds: { state.milliseconds.load(ordering: .relaxed) },
      random: { state.bits.wrappingAdd(Self.bitStep, ordering: .relaxed).newValue })
  }

  /// Runs `body` on this device while its clock shows `milliseconds`.
  func run<Result>(at milliseconds: UInt64, _ body: () -> Result) -> Result {
    state.milliseconds.store(milliseconds, ordering: .relaxed)
    return environment.run(body)
  }
}
