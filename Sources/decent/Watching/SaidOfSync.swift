// SPDX-License-Identifier: MIT

import DecentSync

/// The messages about the last sync with a watched remote, so that each is said once.
struct SaidOfSync {
  private var messages: Set<String> = []
  private var postponed: [DocumentID] = []

  /// Notes how a sync ended.
  ///
  /// - Returns: What there is to say that was not said after the last one, and whether it did
  ///   anything that the last one did not.
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
