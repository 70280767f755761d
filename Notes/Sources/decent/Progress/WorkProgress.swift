// SPDX-License-Identifier: MIT

/// The progress of long work.
struct WorkProgress: Equatable, Sendable {
  /// The kind of the work, such as `importing`.
  let what: String
  /// The number of items that are done.
  var done = 0
  /// The number of all items; nil if the items were not counted.
  var total: Int?
  /// The name of an item, such as `file`. The plural has an s.
  var item = ""
  /// The number of bytes that were read or written.
  var bytes = 0

  /// This progress in words.
  ///
  /// - Parameter milliseconds: The time that this kind of work has taken.
  func text(after milliseconds: UInt64) -> String {
    var parts: [String] = []
    if let total {
      parts.append("\(done) of \(total) \(item)\(total == 1 ? "" : "s")")
    } else if done > 0 {
      parts.append("\(done) \(item)\(done == 1 ? "" : "s")")
    }
    if bytes > 0 {
      parts.append(ByteCount.words(bytes))
      parts.append("\(ByteCount.words(rate(after: milliseconds)))/s")
    }
    // Without counts, the seconds show that the work goes on.
    if parts.isEmpty, milliseconds >= 1000 { parts.append("\(milliseconds / 1000) s") }
    return parts.isEmpty ? what : "\(what): \(parts.joined(separator: ", "))"
  }

  /// The mean number of bytes in a second.
  private func rate(after milliseconds: UInt64) -> Int {
    Int(Double(bytes) * 1000 / Double(max(1, milliseconds)))
  }
}

/// Numbers of bytes in readable form.
enum ByteCount {
  private static let units = ["kB", "MB", "GB", "TB"]

  /// A number with its decimal unit: `999 B`, `1.0 kB`, `12.3 MB`.
  static func words(_ count: Int) -> String {
    guard count >= 1000 else { return "\(max(0, count)) B" }
    var tenths = count / 100
    var unit = 0
    while tenths >= 10_000, unit < units.count - 1 {
      tenths /= 1000
      unit += 1
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
