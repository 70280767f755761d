// SPDX-License-Identifier: MIT

import Foundation

/// Times as files have them: RFC 3339, in UTC, with milliseconds.
///
/// A readable text is a day, or a day and a time with `T` or a space between them. A time has hours
/// and minutes. Seconds, and a fraction of a second, are optional. Then comes `Z`, the distance
/// from UTC (`+01:00`, `+0100`, `+01`), or nothing for UTC. Days and times that no calendar or
/// clock has are refused.
package enum NoteFileDate {
  private static let latest: UInt64 = 253_402_300_799_999

  /// Writes milliseconds since 1970. A time after the year 9999 is written as the end of that year.
  package static func text(_ milliseconds: UInt64) -> String {
    let milliseconds = min(milliseconds, latest)
    // The milliseconds are written apart. Most decimal fractions of a second have no exact binary
    // form, and would be rounded down.
    let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000))
    let digits = String(1000 + milliseconds % 1000).dropFirst()
    return seconds.formatted(Date.ISO8601FormatStyle()).dropLast() + ".\(digits)Z"
  }

  /// Reads a time as milliseconds since 1970; nil for a time before 1970 and for any other text.
  static func milliseconds(_ text: String) -> UInt64? {
    var reader = TimeReader(text)
    guard let day = reader.day() else { return nil }
    guard !reader.isAtEnd else { return UInt64(exactly: day * 86_400_000) }
    guard reader.skip("Tt ") != nil, let time = reader.time(), let zone = reader.zone(),
      reader.isAtEnd
    else { return nil }
    return UInt64(exactly: day * 86_400_000 + time - zone)
  }
}

/// Reads the parts of a time, one after the other.
private struct TimeReader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips the next character if it is one of `characters`.
  mutating func skip(_ characters: StaticString) -> UInt8? {
    guard let next = rest.first, "\(characters)".utf8.contains(next) else { return nil }
    return rest.removeFirst()
  }

  private mutating func digit() -> Int? {
    skip("0123456789").map { Int($0 - UInt8(ascii: "0")) }
  }

  /// A number that is in a range and has `count` digits.
  private mutating func number(_ count: Int, in range: ClosedRange<Int>) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return range.contains(number) ? number : nil
  }

  /// Days since 1970; negative for a day before 1970.
  mutating func day() -> Int? {
    guard let year = number(4, in: 1...9999), skip("-") != nil,
      let month = number(2, in: 1...12), skip("-") != nil, let day = number(2, in: 1...31)
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    // 719162 days lie between the beginnings of the years 1 and 1970.
    return before * 365 + leapDays + lengths.prefix(month - 1).reduce(0, +) + day - 1 - 719_162
  }

  /// Milliseconds since the day began.
  mutating func time() -> Int? {
    guard let hour = number(2, in: 0...23), skip(":") != nil, let minute = number(2, in: 0...59)
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    guard skip(":") != nil else { return milliseconds }
    guard let second = number(2, in: 0...59) else { return nil }
    milliseconds += second * 1000
    guard skip(".") != nil else { return milliseconds }
    guard let first = digit() else { return nil }
    milliseconds += first * 100
    var place = 10
    while let digit = digit() {
      milliseconds += digit * place
      place /= 10
    }
    return milliseconds
  }

  /// The milliseconds by which the zone's clock is ahead of UTC; 0 if no zone is stated.
  mutating func zone() -> Int? {
    if isAtEnd { return 0 }
    _ = skip(" ")
    if skip("Zz") != nil { return 0 }
    guard let sign = skip("+-"), let hour = number(2, in: 0...23) else { return nil }
    var minute = 0
    if !isAtEnd {
      _ = skip(":")
      guard let given = number(2, in: 0...59) else { return nil }
      minute = given
    }
    return (hour * 60 + minute) * (sign == UInt8(ascii: "-") ? -60_000 : 60_000)
  }
}
