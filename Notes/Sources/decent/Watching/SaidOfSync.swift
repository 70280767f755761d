// SPDX-License-Identifier: MIT

import DecentSync

/// The messages about the last sync with a watched remote. The next sync does not repeat them.
struct SaidOfSync {
  private var messages: Set<String> = []
  private var postponed: [DocumentID] = []

  /// Records the report of a sync.
  ///
  /// - Returns: The messages that were not given after the previous sync, and whether this sync
  ///   moved objects or postponed other documents than the previous sync.
  mutating func news(
    of report: SyncReport, saying messages: [String]
  ) -> (messages: [String], isNews: Bool) {
    let moved = report.downloaded.objects + report.uploaded.objects
    let isNews = report.stopped == nil && (moved > 0 || report.postponed != postponed)
    let new = messages.filter { !self.messages.contains($0) }
    self.messages = Set(messages)
    postponed = report.postponed
    return (new, isNews)
  }
}
