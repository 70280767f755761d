// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Shows the progress of long work, and gives way to all other output.
///
/// The work may report its progress as often as it likes. A timer updates the line, too, because a
/// single step of the work may take long.
final class ProgressDisplay: Sendable {
  /// The surroundings of a display.
  struct Surface: Sendable {
    /// The form of the output.
    let form: ProgressLine.Form
    /// The present width of the terminal in columns; nil if nothing is to be shown at present.
    let columns: @Sendable () -> Int?
    /// The time, in milliseconds since any fixed time.
    let now: @Sendable () -> UInt64
    /// Writes a text, and returns after the text is written.
    let write: @Sendable (String) -> Void
  }

  /// Shows nothing.
  static let silent = ProgressDisplay(on: nil)

  private static let tick = DispatchTimeInterval.milliseconds(200)

  private let surface: Surface?
  private let line: Mutex<ProgressLine>

  init(on surface: Surface?) {
    self.surface = surface
    line = Mutex(ProgressLine(surface?.form ?? .lines))
  }

  /// Performs work that reports its progress, and erases the line afterwards.
  func during<Result>(_ work: () throws -> Result) rethrows -> Result {
    let end = begin()
    defer { end() }
    return try work()
  }

  /// Performs work that may suspend, and erases the line afterwards.
  func during<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    let end = begin()
    defer { end() }
    return try await work()
  }

  /// - Returns: A function that ends the display and erases the line.
  private func begin() -> () -> Void {
    guard let surface else { return {} }
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + Self.tick, repeating: Self.tick)
    timer.setEventHandler { [self] in update() }
    timer.activate()
    let signals = surface.form == .rewritten ? Interruption.eraseLine() : []
    return { [self] in
      timer.cancel()
      end()
      Interruption.restore(signals)
    }
  }

  /// Records the progress of the work, and writes the line if it is due.
  func tell(_ work: WorkProgress) {
    guard let surface else { return }
    line.withLock { line in
      let time = surface.now()
      line.tell(work, at: time)
      show(&line, at: time, on: surface)
    }
  }

  /// Writes the line if it is due.
  func update() {
    guard let surface else { return }
    line.withLock { show(&$0, at: surface.now(), on: surface) }
  }

  private func show(_ line: inout ProgressLine, at time: UInt64, on surface: Surface) {
    guard line.isDue(at: time), let columns = surface.columns(),
      let text = line.output(at: time, columns: columns)
    else { return }
    Interruption.isLineShown.store(surface.form == .rewritten, ordering: .relaxed)
    surface.write(text)
  }

  /// Erases the line and writes something else.
  func aside<Result>(_ write: () throws -> Result) rethrows -> Result {
    try line.withLock { line in
      erase(line.clear())
      return try write()
    }
  }

  private func end() {
    line.withLock { erase($0.end()) }
  }

  private func erase(_ erasure: String?) {
    guard let erasure else { return }
    surface?.write(erasure)
    Interruption.isLineShown.store(false, ordering: .relaxed)
  }
}

extension ProgressDisplay {
  /// The display of this process, on its standard error output.
  ///
  /// - Parameter terminal: The value of `TERM`.
  static func process(terminal: String?) -> ProgressDisplay {
    let isTerminal = isatty(STDERR_FILENO) == 1
    // A terminal that cannot erase gets lines, as a file does.
    let canErase = isTerminal && terminal != nil && terminal != "" && terminal != "dumb"
    return ProgressDisplay(
      on: Surface(
        form: canErase ? .rewritten : .lines,
        columns: { isTerminal && isInBackground ? nil : columns },
        now: { DispatchTime.now().uptimeNanoseconds / 1_000_000 },
        // A failure here can be reported nowhere.
        write: { text in try? StandardStream.errors.write(Array(text.utf8)) }))
  }

  /// Whether another program has the terminal at the moment.
  private static var isInBackground: Bool {
    let owner = tcgetpgrp(STDERR_FILENO)
    return owner > 0 && owner != getpgrp()
  }

  private static var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
