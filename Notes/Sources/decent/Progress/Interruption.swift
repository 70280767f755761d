// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Erases the line of a ``ProgressDisplay`` when a signal ends the program.
enum Interruption {
  /// Whether a terminal shows a line now.
  static let isLineShown = Atomic(false)

  /// Lets the signals that end the program, such as SIGINT on control-C, erase the line first.
  /// Signals that the program ignores or handles stay as they are.
  ///
  /// - Returns: The signals to pass to ``restore(_:)``.
  static func eraseLine() -> [Int32] {
    // The call initialises `isLineShown`, because a handler of signals may not initialise it.
    isLineShown.store(false, ordering: .relaxed)
    return [SIGINT, SIGTERM, SIGHUP].filter { number in
      guard let other = signal(number, handler) else { return true }
      signal(number, other)
      return false
    }
  }

  /// Lets signals end the program as before.
  static func restore(_ signals: [Int32]) {
    for number in signals { signal(number, SIG_DFL) }
  }

  /// Erases the line and ends the program. Calls only functions that are safe in a signal handler.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    if isLineShown.load(ordering: .relaxed) {
      // The bytes of ProgressLine.erasure.
      var erasure: (UInt8, UInt8, UInt8, UInt8) = (0x0D, 0x1B, 0x5B, 0x4B)
      _ = write(STDERR_FILENO, &erasure, 4)
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
