// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import Synchronization
import Testing

@testable import DecentServer

@Suite struct AccessCodesTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    let time = Mutex<UInt64>(1_000_000)
  }

  private let folder: TemporaryFolder
  private let clock = Clock()
  private let codes: AccessCodes
  private let first = AccessToken()
  private let second = AccessToken()

  init() throws {
    folder = try TemporaryFolder()
    let clock = clock
    codes = try AccessCodes(of: folder.path("")) { clock.time.withLock { $0 } }
  }

  private func draw() throws -> AccessToken {
    try AccessCodes.draw(in: folder.path(""), at: clock.time.withLock { $0 })
  }

  @Test func aCodeLetsOnePageIn() throws {
    let (code, other) = (try draw(), try draw())
    #expect(!codes.admit(AccessToken(), of: first))
    #expect(codes.admit(code, of: first))
    // The answer was lost, and the page asks again.
    #expect(codes.admit(code, of: first))
    #expect(!codes.admit(code, of: second))
    #expect(codes.admit(other, of: second))
  }

  @Test func aCodeEndsAfterAWhile() throws {
    let (used, unused) = (try draw(), try draw())
    #expect(codes.admit(used, of: first))
    clock.time.withLock { $0 += AccessCodes.lifetime }
    #expect(codes.admit(used, of: first))
    clock.time.withLock { $0 += 1 }
    #expect(!codes.admit(used, of: first))
    #expect(!codes.admit(unused, of: first))
    #expect(codes.admit(try draw(), of: first))
  }

  /// A code of the future is from before the device was started anew.
  @Test func aCodeOfALaterTimeIsRefused() throws {
    let code = try draw()
    clock.time.withLock { $0 -= 1 }
    #expect(!codes.admit(code, of: first))
  }

  @Test func aNewRunForgetsAllCodes() throws {
    let (used, unused) = (try draw(), try draw())
    #expect(codes.admit(used, of: first))
    let clock = clock
    let next = try AccessCodes(of: folder.path("")) { clock.time.withLock { $0 } }
    #expect(!next.admit(used, of: second) && !next.admit(used, of: first))
    #expect(!next.admit(unused, of: first))
    #expect(next.admit(try draw(), of: first))
  }

  @Test func codesAreReadByTheirOwnerAlone() throws {
    _ = try draw()
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("serve.codes"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// A full disk cuts lines off; other programs may write anything.
  @Test(arguments: [
    "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAA ", "AAAAAAAAAAAAAAAAAAAAAA x\n",
    "AAAAAAAAAAAAAAAAAAAAAA 1 1\n", "AAAAAAAAAAAAAAAAAAAAAA -1\n",
    "AAAAAAAAAAAAAAAAAAAAAA 99999999999999999999999\n", "\u{0}\n",
  ])
  func aDamagedLineHindersNoOther(line: String) throws {
    let before = try draw()
    let file = try #require(FileHandle(forWritingAtPath: folder.path("serve.codes")))
    try file.seekToEnd()
    try file.write(contentsOf: Data(line.utf8))
    try file.close()
    let after = try draw()
    let cut = try #require(AccessToken("AAAAAAAAAAAAAAAAAAAAAA"))
    #expect(!codes.admit(cut, of: first))
    #expect(codes.admit(before, of: first) && codes.admit(after, of: first))
  }
}

/// The request for the token.
@Suite struct TokenRequestTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
  }

  private func ask(_ body: String, _ more: RequestHead.Field...) throws -> Answer {
    let head = RequestHead("POST", "/v1/token", [bench.host] + more)
    return try Answer(
      #require(bench.server.answer(head, parts: [(bytes: Array(body.utf8), time: UInt64(0))])))
  }

  @Test func aCodeIsExchangedForTheToken() throws {
    let code = try AccessCodes.draw(in: bench.folder.path("library"))
    let (first, second) = (AccessToken(), AccessToken())
    let answer = try ask("\(code.text)\n\(first.text)")
    #expect(answer.status == 200)
    #expect(try answer.object as? [String: String] == ["token": bench.place.token.text])
    #expect(answer.value("cache-control") == "no-store")
    let late = try ask("\(code.text)\n\(second.text)")
    #expect(late.status == 401)
    #expect(try late.code == "wrong-code")
    #expect(try (late.object["message"] as? String)?.contains("decent serve --open") == true)
  }

  @Test(arguments: [
    "", "\n", "A", "AAAAAAAAAAAAAAAAAAAAAA", "\nAAAAAAAAAAAAAAAAAAAAAA", "%\n", "%\nA", "%\nA\nA",
  ])
  func anyOtherBodyIsRefused(form: String) throws {
    let code = try AccessCodes.draw(in: bench.folder.path("library"))
    let answer = try ask(form.replacing("%", with: code.text))
    #expect(answer.status == 401)
    #expect(try answer.code == "wrong-code")
    // The code was not taken.
    #expect(try ask("\(code.text)\n\(AccessToken().text)").status == 200)
  }

  @Test func noOtherMethodGetsTheToken() throws {
    let heads = ["GET", "HEAD", "PUT"].map { RequestHead($0, "/v1/token", [bench.host]) }
    for head in heads {
      #expect(try Answer(#require(bench.server.answer(head))).status >= 400)
    }
    let long = RequestHead.Field("Content-Length", "65")
    #expect(try ask(String(repeating: "A", count: 65), long).status == 413)
  }
}
