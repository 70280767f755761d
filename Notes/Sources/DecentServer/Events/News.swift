// SPDX-License-Identifier: MIT

/// The news for pages: the revision of the library, and the state of sync.
struct News: Equatable, Sendable {
  /// The revision of the last change; nil until it was read.
  var revision: Int?
  /// The state of sync as JSON; nil until it changes.
  var status: [UInt8]?
}

/// The lines of one stream of events: a value that receives the present news, and returns the lines
/// that the page lacks.
struct EventLines {
  /// The longest silence, in milliseconds. A page that hears nothing for longer concludes that the
  /// server has ended.
  static let longestSilence: UInt64 = 15_000

  private var told = News()
  private var isFirst = true

  /// Begins after a revision that the page has.
  init(after revision: Int) {
    told.revision = revision
  }

  /// The lines that the page lacks. The first known revision is always among them, even if the page
  /// has it.
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

  /// The line that says only that the server is there.
  static let sign = Array("{}\n".utf8)
}
