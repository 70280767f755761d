// SPDX-License-Identifier: MIT

import Foundation

/// The signals that ask the program to end: those of control-C, of the system, and of a closed
/// terminal.
enum EndingSignals {
  /// Lets the signals call `end` on some thread, as long as the caller keeps the returned sources.
  /// No signal that comes after the return is lost.
  static func call(_ end: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }.map { number in
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

  /// Whether the program was started with the signal ignored, as by nohup.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
