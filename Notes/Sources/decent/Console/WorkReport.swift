// SPDX-License-Identifier: MIT

/// The report of work that continues to its end, even if the report has no reader.
struct WorkReport {
  private let console: Console
  private var reason: String?

  /// Begins a report. From here on, a closed pipe does not end the program.
  init(on console: Console) {
    StandardStream.outliveReaders()
    self.console = console
  }

  /// Prints a line. Does nothing if an earlier line could not be printed.
  mutating func print(_ line: () throws -> String) {
    guard reason == nil else { return }
    do { try console.print(try line()) } catch { reason = "\(error)" }
  }

  /// Ends the report.
  ///
  /// - Parameter failure: The failure of the work, if any.
  /// - Throws: `failure`; or ``CommandFailure/storedUnreported(reason:)`` if the report failed.
  func end(_ failure: CommandFailure? = nil) throws(CommandFailure) {
    let unreported = reason.map { CommandFailure.storedUnreported(reason: $0) }
    if failure != nil, let unreported { console.complain("decent: \(unreported)") }
    if let last = failure ?? unreported { throw last }
  }
}
