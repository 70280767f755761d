// SPDX-License-Identifier: MIT

import Testing

@testable import DecentServer

@Suite struct EventLinesTests {
  private func text(_ lines: inout EventLines, _ news: News) -> String {
    String(decoding: lines.lines(of: news), as: UTF8.self)
  }

  @Test func theRevisionIsToldAtOnceAndAfterEachChange() {
    for start in [0, 4, 5, 6] {
      var lines = EventLines(after: start)
      #expect(text(&lines, News(revision: 5)) == "{\"revision\":5}\n")
      #expect(text(&lines, News(revision: 5)) == "")
      #expect(text(&lines, News(revision: 7)) == "{\"revision\":7}\n")
      // As after a backup was restored.
      #expect(text(&lines, News(revision: 2)) == "{\"revision\":2}\n")
    }
  }

  @Test func theStatusIsToldWhenItChanges() {
    var lines = EventLines(after: 0)
    let status = Array("{\"name\":null}".utf8)
    #expect(text(&lines, News(revision: 1)) == "{\"revision\":1}\n")
    #expect(text(&lines, News(revision: 1, status: status)) == "{\"status\":{\"name\":null}}\n")
    #expect(text(&lines, News(revision: 1, status: status)) == "")
    #expect(
      text(&lines, News(revision: 2, status: Array("{}".utf8)))
        == "{\"revision\":2}\n{\"status\":{}}\n")
  }

  @Test func nothingIsToldBeforeTheRevisionIsKnown() {
    var lines = EventLines(after: 3)
    #expect(text(&lines, News()) == "")
    #expect(text(&lines, News(revision: 3)) == "{\"revision\":3}\n")
  }

  /// Each silence is broken by a line that says only that the server is there.
  @Test func aSilenceThatIsTooLongIsBrokenByASign() throws {
    #expect(EventLines.longestSilence == 15_000)
    let sign = Array("{}\n".utf8)
    let board = NewsBoard()
    let stream = board.stream(after: 3, silence: 0)
    // The revision was not read yet.
    #expect(try stream.next() == sign)
    board.update { $0.revision = 3 }
    #expect(try stream.next() == Array("{\"revision\":3}\n".utf8))
    for _ in 0..<3 { #expect(try stream.next() == sign) }
    board.update { $0.revision = 4 }
    #expect(try stream.next() == Array("{\"revision\":4}\n".utf8))
    #expect(try stream.next() == sign)
    board.close()
    #expect(try stream.next() == nil)
  }

  @Test func streamsEndWithTheBoard() throws {
    let board = NewsBoard()
    board.update { $0.revision = 3 }
    let (one, other) = (board.stream(after: 0), board.stream(after: 0))
    #expect(try one.next() == Array("{\"revision\":3}\n".utf8))
    one.end()
    #expect(try one.next() == nil)
    #expect(try other.next() == Array("{\"revision\":3}\n".utf8))
    board.update { $0.revision = 4 }
    #expect(try other.next() == Array("{\"revision\":4}\n".utf8))
    board.close()
    #expect(try other.next() == nil)
    #expect(try board.stream(after: 0).next() == nil)
  }
}
