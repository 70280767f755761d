// SPDX-License-Identifier: MIT

/// The report of work that continues to its end, even if the report has no reader.
struct WorkReport {
  private let console: Console
  private let storesNothing: Bool
  private var failure: (any Error)?

  /// Begins a report.
  ///
  /// - Parameter storesNothing: Whether the work only tells what it would do. If so, a write to a
  ///   closed pipe ends the program. If not, the work goes on after such a write.
  init(on console: Console, storesNothing: Bool = false) {
    if !storesNothing { StandardStream.outliveReaders() }
    self.console = console
    self.storesNothing = storesNothing
  }

  /// Prints a line. Does nothing if an earlier line could not be printed.
  mutating func print(_ line: () throws -> String) {
    guard failure == nil else { return }
    do { try console.print(try line()) } catch { failure = error }
  }

  /// Ends the report.
  ///
  /// - Parameter failure: The failure of the work, if any.
  /// - Throws: `failure`; or ``CommandFailure/storedUnreported(reason:)`` if the report failed; or
  ///   ``CommandFailure/outputFailed(reason:)`` if the report of work that stores nothing failed.
  func end(_ failure: CommandFailure? = nil) throws(CommandFailure) {
    let unreported = self.failure.map { error in
      storesNothing
        ? error as? CommandFailure ?? .outputFailed(reason: "\(error)")
        : .storedUnreported(reason: "\(error)")
    }
    if failure != nil, let unreported { console.complain("decent: \(unreported)") }
    if let last = failure ?? unreported { throw last }
  }
}
