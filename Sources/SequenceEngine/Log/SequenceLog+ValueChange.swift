// SPDX-License-Identifier: MIT

import Causality

/// Comparisons of two logs, or of two texts with typing that their logs do not know yet. The
/// comparisons make no `SequenceVersion`.
extension SequenceLog {
  /// - Complexity: O(*t* log *n*) for *t* tips and *n* runs of both, plus comparing what both
  ///   dropped.
  package func versionChange(from old: SequenceLog) -> ValueChange {
    guard contains(old) else { return .replacement }
    let (tips, former) = (self.tips.sorted(), old.tips.sorted())
    if tips == former, dropped == old.dropped { return .none }
    let isQuiet = tips.allSatisfy { old.graph.knows($0) || $0.session.isQuiet }
    return isQuiet ? .quietAddition : .addition
  }

  /// The last event, if its author saw all other events and nothing was dropped.
  var onlyTip: Dot? { droppedTips.isEmpty ? graph.onlyTip : nil }
}

extension TextState {
  /// - Complexity: O(1) if both texts have one tip and nothing was dropped; otherwise the cost of
  ///   comparing the logs.
  package borrowing func versionChange(from old: borrowing TextState) -> ValueChange {
    guard let tip = onlyTip, let former = old.onlyTip, !tip.session.isQuiet else {
      return log.versionChange(from: old.log)
    }
    if tip == former { return .none }
    if tip.session == former.session {
      return former.number < tip.number ? .addition : .replacement
    }
    guard settledLog.graph.knows(former) else { return .replacement }
    // If each log knows the tip of the other, the histories contradict each other.
    return old.settledLog.graph.knows(tip) ? .quietAddition : .addition
  }

  private var onlyTip: Dot? {
    settledLog.onlyTip.map {
      Dot(session: $0.session, number: $0.number + abs(shown.finger.typed))
    }
  }
}
