// SPDX-License-Identifier: MIT

/// Decides when long work shows its progress, and with which text. The caller passes the time, in
/// milliseconds since any fixed time.
struct ProgressLine: Sendable {
  /// The form of the output.
  enum Form: Sendable {
    /// One line that is rewritten, on a terminal.
    case rewritten
    /// One line after the other, to a file or a program.
    case lines
  }

  /// How long work stays silent on a terminal, in milliseconds.
  static let patience: UInt64 = 1000
  /// The least time between changes of a line on a terminal, in milliseconds.
  static let pause: UInt64 = 100
  /// The least time before each line in a file or a pipe, in milliseconds.
  static let longPause: UInt64 = 10_000
  /// Erases the line on a terminal.
  static let erasure = "\r\u{1B}[K"

  private let form: Form
  private var work: WorkProgress?
  /// The time when the work began.
  private var start: UInt64 = 0
  /// The time when the present kind of work began: see `WorkProgress.what`.
  private var startOfKind: UInt64 = 0
  /// The time when the line was last written.
  private var last: UInt64?
  /// The line that a terminal shows now.
  private var shown: String?

  init(_ form: Form) {
    self.form = form
  }

  /// Records the progress of the work.
  mutating func tell(_ work: WorkProgress, at time: UInt64) {
    if self.work == nil { start = time }
    if self.work?.what != work.what { startOfKind = time }
    self.work = work
  }

  /// The output to write now; nil if there is none.
  ///
  /// - Parameter columns: The width of the terminal, in columns.
  mutating func output(at time: UInt64, columns: Int) -> String? {
    guard isDue(at: time), let work else { return nil }
    let text = work.text(after: time - startOfKind)
    guard form == .rewritten else {
      last = time
      return text + "\n"
    }
    // A terminal might begin another line after a character in its last column.
    let line = text.prefix(columns: columns - 1)
    guard line != shown else { return nil }
    last = time
    shown = line
    return "\r\(line)\u{1B}[K"
  }

  /// Whether a line is due at `time`.
  func isDue(at time: UInt64) -> Bool {
    guard work != nil else { return false }
    return switch form {
    case .rewritten:
      time - start >= Self.patience && last.map { time - $0 >= Self.pause } ?? true
    case .lines: time - (last ?? start) >= Self.longPause
    }
  }

  /// The output that erases the line; nil if no line is shown. The caller writes this output before
  /// any other output. The next ``output(at:columns:)`` shows the line again.
  mutating func clear() -> String? {
    guard shown != nil else { return nil }
    shown = nil
    return Self.erasure
  }

  /// Records that the work has ended. The next work begins anew.
  ///
  /// - Returns: The output that erases the line; nil if no line is shown.
  mutating func end() -> String? {
    work = nil
    last = nil
    return clear()
  }
}

extension String {
  /// The longest prefix that fits into `columns` columns of a terminal.
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
