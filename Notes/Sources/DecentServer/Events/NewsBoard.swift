// SPDX-License-Identifier: MIT

import Foundation

/// The present news, for which streams wait.
final class NewsBoard: @unchecked Sendable {
  // The condition's lock guards the news and the flag.
  private let condition = NSCondition()
  private var news = News()
  private var isClosed = false

  /// Changes the news and wakes the streams.
  func update(_ change: (inout News) -> Void) {
    condition.withLock {
      change(&news)
      condition.broadcast()
    }
  }

  /// Ends all streams.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  /// A stream of lines with the news.
  ///
  /// - Parameter silence: The longest time without a line, in milliseconds.
  func stream(
    after revision: Int, silence: UInt64 = EventLines.longestSilence
  ) -> any BodyPieces { EventStream(self, after: revision, silence: silence) }

  /// Waits until `take` makes bytes of the news.
  ///
  /// - Parameters:
  ///   - milliseconds: The longest time to wait.
  ///   - take: Makes bytes of the present news. If `take` makes no bytes, it is called again after
  ///     the next change of the news.
  /// - Returns: The bytes; an empty array if the time is over; nil at the end of the stream.
  fileprivate func wait(
    atMost milliseconds: UInt64, isEnded: () -> Bool, _ take: (News) -> [UInt8]
  ) -> [UInt8]? {
    condition.withLock {
      var bytes: [UInt8]? = []
      condition.wait(atMost: milliseconds) {
        bytes = isClosed || isEnded() ? nil : take(news)
        return bytes != []
      }
      return bytes
    }
  }

  /// Runs `body`, which ends a stream, and wakes the streams.
  fileprivate func end(_ body: () -> Void) {
    condition.withLock {
      body()
      condition.broadcast()
    }
  }
}

/// A stream of events.
private final class EventStream: BodyPieces, @unchecked Sendable {
  private let board: NewsBoard
  private let silence: UInt64
  // Only the thread that asks for pieces uses the lines.
  private var lines: EventLines
  // The board's lock guards the flag.
  private var isEnded = false

  init(_ board: NewsBoard, after revision: Int, silence: UInt64) {
    self.board = board
    self.silence = silence
    lines = EventLines(after: revision)
  }

  func next() -> [UInt8]? {
    let bytes = board.wait(atMost: silence, isEnded: { isEnded }) { lines.lines(of: $0) }
    return bytes.map { $0.isEmpty ? EventLines.sign : $0 }
  }

  func end() {
    board.end { isEnded = true }
  }
}
