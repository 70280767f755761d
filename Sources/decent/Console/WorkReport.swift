// SPDX-License-Identifier: MIT

/// What is printed of work that is done to its end, whether anybody reads it or not.
struct WorkReport {
  private let console: Console
  private var reason: String?

  /// Begins a report, before the work: from here on nobody who stops reading ends the program.
  init(on console: Console) {
    StandardStream.outliveReaders()
    self.console = console
  }

  /// Prints a line, unless one could not be printed before.
  mutating func print(_ line: () throws -> String) {
    guard reason == nil else { return }
    do { try console.print(try line()) } catch { reason = "\(error)" }
  }

  /// Ends the report.
  ///
  /// - Parameter failure: What was not done.
  /// - Throws: That; or ``CommandFailure/storedUnreported(reason:)`` if the report failed.
  func end(_ failure: CommandFailure? = nil) throws(CommandFailure) {
    let unreported = reason.map { CommandFailure.storedUnreported(reason: $0) }
    if failure != nil, let unreported { console.complain("decent: \(unreported)") }
    if let last = failure ?? unreported { throw last }
  }
}
