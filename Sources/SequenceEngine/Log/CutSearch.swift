// SPDX-License-Identifier: MIT

/// Finds critical cuts on a walk back from the latest run: places in a log where all that follows
/// has seen all that comes before, which may have several tips.
///
/// Two devices that sync in rounds make such cuts, and no critical events: whatever one of them
/// types builds on the last edits of both.
///
/// A cut before a run is critical if no tip stands before it, and each later run either builds on
/// nothing before it or on exactly what that run does. Every event before the cut is seen by a
/// tip, so the way from it to that tip leads over these.
struct CutSearch {
  /// The earliest that the latest parent of a passed run is.
  private var latest = Int.max
  /// One of the runs with that latest parent, and whether all of those have the same parents.
  private var builder = -1
  private var areAlike = true
  /// The earliest parent of theirs.
  private var earliest = Int.max
  /// The earliest tip, or parent of any other passed run.
  private var lowest: Int

  init(lowestTip: Int) {
    lowest = lowestTip
  }

  /// Takes in the run before the last one.
  mutating func pass(_ run: Int, of graph: CausalGraph) {
    let causal = graph.runs[run]
    let (last, first) = (graph.latestParent(of: causal), graph.earliestParent(of: causal))
    if last > latest {
      lowest = min(lowest, first)
    } else if last == latest {
      areAlike = areAlike && first == earliest && haveSameParents(run, builder, graph)
      earliest = min(earliest, first)
    } else {
      lowest = min(lowest, earliest)
      (latest, earliest, builder, areAlike) = (last, first, run, true)
    }
  }

  /// Whether a critical cut with several tips lies before the run that was passed last.
  func isCut(before run: Int, of graph: CausalGraph) -> Bool {
    // Most often there is none.
    guard earliest < latest else { return false }
    let start = graph.start(ofRun: run)
    return latest == start - 1 && graph.latestParent(ofRun: run) == latest
      && areAlike && lowest >= start
  }

  private func haveSameParents(_ run: Int, _ other: Int, _ graph: CausalGraph) -> Bool {
    // One parent is the latest and the earliest.
    earliest == latest || graph.parents(ofRun: run) == graph.parents(ofRun: other)
  }
}
