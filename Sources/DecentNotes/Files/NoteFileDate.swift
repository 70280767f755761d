// SPDX-License-Identifier: MIT

import Foundation

/// Times as files have them: RFC 3339, in UTC, with milliseconds; days are read too.
enum NoteFileDate {
  private static let latest: UInt64 = 253_402_300_799_999

  /// Writes milliseconds since 1970; those after the year 9999 as the end of it.
  static func text(_ milliseconds: UInt64) -> String {
    let milliseconds = min(milliseconds, latest)
    // A fraction of a second is seldom a binary one, and would be cut off.
    let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000))
    let digits = String(1000 + milliseconds % 1000).dropFirst()
    return seconds.formatted(Date.ISO8601FormatStyle()).dropLast() + ".\(digits)Z"
  }

  /// Reads milliseconds since 1970, or gives nil.
  static func milliseconds(_ text: String) -> UInt64? {
    let styles: [Date.ISO8601FormatStyle] = [
      .init(includingFractionalSeconds: true), .init(), .init().year().month().day(),
    ]
    for style in styles {
      guard let date = try? style.parse(text) else { continue }
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
      return milliseconds < 0 ? nil : UInt64(milliseconds)
    }
    return nil
  }
}
