// SPDX-License-Identifier: MIT

import Foundation

/// The signals that ask the program to end, such as that of control-C.
enum EndingSignals {
  /// Lets the signals call `end` on some thread, as long as the caller keeps the returned sources.
  /// None is lost that comes after the return.
  static func call(_ end: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: end)
      let isThere = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isThere.signal() }
      source.activate()
      isThere.wait()
      return source
    }
  }
}
