// SPDX-License-Identifier: MIT

/// Decides when long work shows how far it has come, and as what. It reads no clock: the
/// caller gives the time, in milliseconds from any beginning.
struct ProgressLine: Sendable {
  /// Where the line goes.
  enum Form: Sendable {
    /// To a terminal, which shows one line that is rewritten.
    case rewritten
    /// To a file or a program, a line after the other.
    case lines
  }

  /// How long work stays silent on a terminal.
  static let patience: UInt64 = 1000
  /// How long the line on a terminal stays as it is, at least.
  static let pause: UInt64 = 100
  /// How long no line follows another elsewhere; so long work stays silent there, too.
  static let longPause: UInt64 = 10_000
  /// Takes the line on a terminal away.
  static let erasure = "\r\u{1B}[K"

  private let form: Form
  private var work: WorkProgress?
  /// When the work began, all kinds of it.
  private var start: UInt64 = 0
  /// When this kind of work began.
  private var startOfKind: UInt64 = 0
  /// When the line was written last.
  private var last: UInt64?
  /// What a terminal shows now.
  private var shown: String?

  init(_ form: Form) {
    self.form = form
  }

  /// Notes how far the work has come.
  mutating func tell(_ work: WorkProgress, at time: UInt64) {
    if self.work == nil { start = time }
    if self.work?.what != work.what { startOfKind = time }
    self.work = work
  }

  /// What to write now; nil if nothing.
  ///
  /// - Parameter columns: The width of the terminal.
  mutating func output(at time: UInt64, columns: Int) -> String? {
    guard isDue(at: time), let work else { return nil }
    let text = work.text(after: time - startOfKind)
    guard form == .rewritten else {
      last = time
      return text + "\n"
    }
    // In the last column a terminal might begin another line.
    let line = text.prefix(columns: columns - 1)
    guard line != shown else { return nil }
    last = time
    shown = line
    return "\r\(line)\u{1B}[K"
  }

  /// Whether it is time for a line.
  func isDue(at time: UInt64) -> Bool {
    guard work != nil else { return false }
    return switch form {
    case .rewritten:
      time - start >= Self.patience && last.map { time - $0 >= Self.pause } ?? true
    case .lines: time - (last ?? start) >= Self.longPause
    }
  }

  /// What to write before anything else is written; nil if nothing. The line comes back
  /// with the next ``output(at:columns:)``.
  mutating func clear() -> String? {
    guard shown != nil else { return nil }
    shown = nil
    return Self.erasure
  }

  /// Notes that the work has ended: the next begins anew.
  ///
  /// - Returns: What to write, as ``clear()``.
  mutating func end() -> String? {
    work = nil
    last = nil
    return clear()
  }
}

extension String {
  /// As much of the beginning as a terminal shows in so many columns.
  fileprivate func prefix(columns: Int) -> String {
    guard columnCount > columns else { return self }
    var (line, count) = ("", 0)
    for character in self {
      count += String(character).columnCount
      guard count <= columns else { break }
      line.append(character)
    }
    return line
  }
}
