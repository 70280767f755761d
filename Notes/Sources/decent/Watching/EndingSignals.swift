// SPDX-License-Identifier: MIT

import Foundation

/// The signals that ask the program to end. Control-C, the system and a closing terminal send such
/// signals.
enum EndingSignals {
  /// Lets the signals call `end` on some thread, as long as the caller keeps the returned sources.
  /// No signal that comes after this function returns is lost.
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

  /// Whether the program ignores a signal, for example because nohup started the program.
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
