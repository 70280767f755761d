// SPDX-License-Identifier: MIT

/// Finds critical cuts on a walk back from the latest run. A critical cut is a place in a log where
/// every later event has seen every earlier event. The earlier events may have several tips.
///
/// Two devices that sync in rounds make such cuts, and no critical events: each edit of either
/// device builds on the last edits of both.
///
/// A cut before a run is critical under two conditions:
///
/// - No tip lies before the cut.
/// - Each later run builds on no event before the cut, or on exactly the parents of the run right
///   after the cut.
///
/// From every event before the cut, a path of descendants leads to a tip. The path passes a parent
/// of the run right after the cut. Every run after the cut has seen all these parents, and so the
/// event.
struct CutSearch {
  /// The least among the latest parents of the passed runs.
  private var latest = Int.max
  /// A passed run whose latest parent is `latest`, and whether all such runs have the same parents.
  private var builder = -1
  private var areAlike = true
  /// The earliest parent of the passed runs whose latest parent is `latest`.
  private var earliest = Int.max
  /// The earliest tip, or an earlier parent of a passed run whose latest parent is not `latest`.
  private var lowest: Int

  init(lowestTip: Int) {
    lowest = lowestTip
  }

  /// Takes in the next run of the walk, which lies before the run passed last.
  mutating func pass(_ causal: CausalRun, _ run: Int, of graph: CausalGraph) {
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
    // Mostly there is no such cut.
    guard earliest < latest else { return false }
    let start = graph.start(ofRun: run)
    return latest == start - 1 && graph.latestParent(ofRun: run) == latest
      && areAlike && lowest >= start
  }

  private func haveSameParents(_ run: Int, _ other: Int, _ graph: CausalGraph) -> Bool {
    // A single parent is both the latest and the earliest.
    earliest == latest || graph.parents(ofRun: run) == graph.parents(ofRun: other)
  }
}
