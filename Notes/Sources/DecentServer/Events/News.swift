// SPDX-License-Identifier: MIT

/// The news for pages: the revision of the library, and the state of sync.
struct News: Equatable, Sendable {
  /// The revision of the last change; nil until the library was read.
  var revision: Int?
  /// The state of sync as JSON; nil until the state first changes.
  var status: [UInt8]?
}

/// The state of one stream of events: a value that receives the present news, and returns the lines
/// that the page lacks.
struct EventLines {
  /// The longest time without a line, in milliseconds. A page waits longer than this before it
  /// concludes that the server has ended.
  static let longestSilence: UInt64 = 15_000

  private var told = News()
  private var isFirst = true

  /// Begins after a revision that the page has.
  init(after revision: Int) {
    told.revision = revision
  }

  /// The lines that the page lacks. The first known revision is always returned, even if the page
  /// has that revision.
  mutating func lines(of news: News) -> [UInt8] {
    var lines: [UInt8] = []
    if let revision = news.revision, revision != told.revision || isFirst {
      lines += Array("{\"revision\":\(revision)}\n".utf8)
      isFirst = false
    }
    if let status = news.status, status != told.status {
      lines += Array("{\"status\":".utf8) + status + Array("}\n".utf8)
    }
    told = news
    return lines
  }

  /// A line without news, which shows that the server still runs.
  static let sign = Array("{}\n".utf8)
}
