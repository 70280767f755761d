// SPDX-License-Identifier: MIT

import Foundation

/// A time to be shown.
struct Moment {
  private let date: Date
  private let milliseconds: UInt64

  /// Makes a time from milliseconds since 1970. Times after the year 9999 are
  /// shown as the end of it.
  init(milliseconds: UInt64) {
    let latest: UInt64 = 253_402_300_799_999
    self.milliseconds = min(milliseconds, latest)
    date = Date(timeIntervalSince1970: Double(self.milliseconds / 1000))
  }

  /// RFC 3339 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`.
  var precise: String {
    // Few decimal fractions of a second are binary fractions; the others would be cut off.
    date.formatted(Date.ISO8601FormatStyle()).dropLast()
      + ".\(String(1000 + milliseconds % 1000).dropFirst())Z"
  }

  /// For people, where seconds are not known: `2026-01-31 12:00 UTC`.
  var minute: String { readable.prefix(16) + " UTC" }

  /// For people: `2026-01-31 12:00:00 UTC`.
  var readable: String {
    date.formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space)).replacing("Z", with: " UTC")
  }
}
