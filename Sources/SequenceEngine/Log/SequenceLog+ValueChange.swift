// SPDX-License-Identifier: MIT

import Causality

/// How a log, or what was typed after it, relates to another, as their versions say, without making
/// versions.
extension SequenceLog {
  /// - Complexity: O(*t*) in the tips of both.
  package func versionChange(from old: SequenceLog) -> ValueChange {
    guard contains(old) else { return .replacement }
    let news = tips.filter { !old.graph.knows($0) }
    if news.isEmpty, dropped == old.dropped, floor == old.floor { return .none }
    return news.allSatisfy { $0.session.bringsNoNews } ? .quietAddition : .addition
  }

  /// The last event, if every other was seen by its author and nothing was dropped.
  var onlyTip: Dot? {
    droppedTips.isEmpty && floorTips.isEmpty && base == nil ? graph.onlyTip : nil
  }
}

extension TextState {
  /// - Complexity: O(1) if both have one tip, and nothing was dropped. Otherwise see that of the log.
  package borrowing func versionChange(from old: borrowing TextState) -> ValueChange {
    guard let tip = onlyTip, let former = old.onlyTip, !tip.session.bringsNoNews else {
      return log.versionChange(from: old.log)
    }
    if tip == former { return .none }
    if tip.session == former.session {
      guard former.number < tip.number else { return .replacement }
    } else {
      guard settledLog.graph.knows(former) else { return .replacement }
    }
    return .addition
  }

  private var onlyTip: Dot? {
    settledLog.onlyTip.map {
      Dot(session: $0.session, number: $0.number + abs(shown.finger.typed))
    }
  }
}
