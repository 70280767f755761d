// SPDX-License-Identifier: MIT

import DecentNotes

/// The output of `decent check`.
struct CheckReport {
  /// The problems found.
  let problems: [LibraryProblem]
  /// The outcome of the repair; nil if no repair was made.
  let repair: RepairReport?

  /// The outcome of the repair, or a line that nothing is wrong. Empty if there are problems and no
  /// repair was made.
  var text: String {
    guard !problems.isEmpty else { return "nothing is wrong\n" }
    guard let repair else { return "" }
    var lines = repair.steps
    if lines.isEmpty, repair.remaining.isEmpty {
      lines.append("nothing is wrong any more: another program has repaired it")
    }
    if let folder = repair.keptFolder {
      lines.append("what was stored of damaged documents is in \(folder.escapingControls)")
    }
    for kept in repair.keptTexts {
      lines.append(
        """
        '\(kept.title.escapingControls)' as it was last known is in \
        \(kept.path.escapingControls); if something is missing after the next sync, import that: \
        it becomes a note of its own
        """)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  func json() throws -> String {
    try Record(
      problems: problems.map { "\($0)" }, steps: repair?.steps,
      kept: repair.map { repair in repair.keptTexts.map(\.path) }, folder: repair?.keptFolder,
      remaining: repair?.remaining.map { "\($0)" }
    ).jsonText()
  }

  private struct Record: Encodable {
    let problems: [String]
    let steps: [String]?
    let kept: [String]?
    let folder: String?
    let remaining: [String]?
  }

  /// Throws if problems remain. Prints the problems that a repair left.
  func check(on console: Console) throws {
    guard let repair else {
      if problems.isEmpty { return }
      throw CommandFailure.problemsFound(
        count: problems.count, repairable: problems.count(where: \.isRepairable))
    }
    guard !repair.remaining.isEmpty else { return }
    for problem in repair.remaining { console.complain("decent: still: \(problem)") }
    throw CommandFailure.problemsRemain(
      count: repair.remaining.count, repairable: repair.remaining.count(where: \.isRepairable))
  }
}
