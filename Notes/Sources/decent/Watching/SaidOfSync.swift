// SPDX-License-Identifier: MIT

import DecentSync

/// The messages about the last sync with a watched remote, kept so that each message is given once.
struct SaidOfSync {
  private var messages: Set<String> = []
  private var postponed: [DocumentID] = []

  /// Records the report of a sync.
  ///
  /// - Returns: The messages that were not given after the sync before, and whether this sync did
  ///   anything new.
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
