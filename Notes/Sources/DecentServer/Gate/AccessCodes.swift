// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// The codes in the addresses of a served library. A page exchanges the code of its address for the
/// token that its requests carry (``Gate``).
///
/// Browsers keep the addresses that they open. So only one page can use a code, and only within ten
/// minutes after the code was drawn. The page's access does not end with the code. Each program
/// that prints an address draws a code, and adds the code to a file beside the library. The server
/// remembers which page used a code, and forgets the codes of earlier runs.
public final class AccessCodes: Sendable {
  /// The time for which a code is valid, in milliseconds.
  static let lifetime: UInt64 = 600_000

  private let path: String
  private let clock: @Sendable () -> UInt64
  /// The key of the page that used a code, by the code's text.
  private let keys = Mutex<[String: AccessToken]>([:])

  /// Begins a run of the server of a library. No page can use a code drawn before this call.
  ///
  /// - Parameter clock: Returns milliseconds of a monotonic clock that all programs share.
  /// - Throws: The system's reason, if the old codes cannot be removed.
  public init(of folder: String, clock: @escaping @Sendable () -> UInt64 = AccessCodes.uptime)
    throws
  {
    path = Self.path(in: folder)
    self.clock = clock
    try PrivateFile.remove(path)
  }

  /// Draws a code that the running server of a library accepts.
  ///
  /// - Throws: The system's reason.
  public static func draw(
    in folder: String, at time: UInt64 = AccessCodes.uptime()
  ) throws -> AccessToken {
    let code = AccessToken()
    // The first line break ends a line that a full disk cut off.
    try PrivateFile.append("\n\(code.text) \(time)\n", to: path(in: folder))
    return code
  }

  /// Milliseconds since this device was started, the time asleep included.
  public static func uptime() -> UInt64 {
    #if canImport(Darwin)
      let clock = CLOCK_MONOTONIC
    #else
      let clock = CLOCK_BOOTTIME
    #endif
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// Whether a page gets the token for a code. A page whose answer was lost may ask again, with the
  /// same key.
  ///
  /// - Parameter key: The key that the page drew for this code.
  func admit(_ code: AccessToken, of key: AccessToken) -> Bool {
    guard isValid(code) else { return false }
    return keys.withLock { keys in
      let first = keys[code.text] ?? key
      keys[code.text] = first
      return first.matches(key.text)
    }
  }

  private func isValid(_ code: AccessToken) -> Bool {
    guard let bytes = FileManager.default.contents(atPath: path) else { return false }
    let now = clock()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
      let parts = line.split(separator: " ")
      guard parts.count == 2, let time = UInt64(parts[1]), time <= now else { return false }
      return now - time <= Self.lifetime && code.matches(parts[0])
    }
  }

  private static func path(in folder: String) -> String { "\(folder)/serve.codes" }
}
