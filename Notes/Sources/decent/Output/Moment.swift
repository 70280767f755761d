// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// A time to be shown.
struct Moment {
  private let date: Date
  private let milliseconds: UInt64

  /// The last second of the year 9999.
  private static let latest = Date(timeIntervalSince1970: 253_402_300_799)

  /// Makes a time from milliseconds since 1970. A time after the year 9999 is shown as the end of
  /// that year.
  init(milliseconds: UInt64) {
    self.milliseconds = min(milliseconds, 253_402_300_799_999)
    date = Date(timeIntervalSince1970: Double(self.milliseconds / 1000))
  }

  /// RFC 3339 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`.
  var precise: String { NoteFileDate.text(milliseconds) }

  /// For people, without seconds: `2026-01-31 13:00 +0100`, or `2026-01-31 12:00 UTC`.
  var minute: String { local.prefix(16) + zone }

  /// For people: `2026-01-31 13:00:00 +0100`, or `2026-01-31 12:00:00 UTC`.
  var readable: String { local + zone }

  /// The time in the zone of this device, without the name of the zone.
  private var local: String {
    let shifted = min(date.addingTimeInterval(TimeInterval(offset)), Self.latest)
    return String(
      shifted.formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space)).dropLast())
  }

  /// How many seconds the zone is ahead of UTC.
  private var offset: Int { TimeZone.current.secondsFromGMT(for: date) }

  private var zone: String {
    guard offset != 0 else { return " UTC" }
    let minutes = abs(offset) / 60
    let digits = String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst()
    return " \(offset < 0 ? "-" : "+")\(digits)"
  }
}
