// SPDX-License-Identifier: MIT

import BinaryCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The settings of a run of laws, read from environment variables.
public struct RunSettings: Sendable {
  /// `DECENT_SEED`: replaces the seed, to repeat a run. Nil if the variable is not set or is empty.
  public let seed: UInt64?

  /// `DECENT_SCALE`: multiplies the number of schedules. 1 if the variable is not set or is empty.
  public let scale: Double

  /// Reads the settings.
  ///
  /// - Precondition: If a variable is set and not empty, it holds a number, and `DECENT_SCALE` is
  ///   positive. A run that is meant to repeat another run must not silently differ.
  public init() { self.init(variable: Self.variable) }

  /// Reads the settings from a function.
  init(variable: (String) -> String?) {
    seed = Self.number(variable, "DECENT_SEED", UInt64.init)
    scale = Self.number(variable, "DECENT_SCALE", Double.init) ?? 1
    require(scale > 0, "DECENT_SCALE is \(scale), not a positive number")
  }

  /// The number of schedules to run if `count` are requested: `count` times `scale`, and at least
  /// one.
  public func scheduleCount(_ count: Int) -> Int {
    max(1, Int(min(Double(count) * scale, 1e12)))
  }

  private static func number<Number>(
    _ variable: (String) -> String?, _ name: String, _ parse: (String) -> Number?
  ) -> Number? {
    guard let text = variable(name), !text.isEmpty else { return nil }
    let number = parse(text)
    require(number != nil, "\(name) is \"\(text)\", not a number")
    return number
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
