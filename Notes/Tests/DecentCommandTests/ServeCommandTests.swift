// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation
import NotesTestInputs
import Testing

@testable import decent

/// `decent serve`, as another program meets it.
@Suite(.ends) struct ServeCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.ofTwoDevices()
    try scene.makeFolder("page")
    try scene.write("<!doctype html>", to: "page/index.html")
  }

  /// A server that runs.
  private struct Served {
    let run: Run
    let port: UInt16
    let token: String
    /// The code of the printed address.
    let code: String

    func client(_ line: String, body: [UInt8] = [], token: String? = nil) throws -> RawClient {
      let client = try RawClient(port: port)
      client.send(
        """
        \(line) HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Authorization: Bearer \(token ?? self.token)\r
        Content-Length: \(body.count)\r
        Connection: close\r
        \r

        """)
      client.send(body)
      return client
    }

    func ask(_ line: String, body: [UInt8] = [], token: String? = nil) throws -> String {
      String(decoding: try client(line, body: body, token: token).receiveAll(), as: UTF8.self)
    }
  }

  private func serve(_ words: String...) throws -> Served {
    let run = try Run(
      ["--library", "laptop", "serve", "--page", "page"] + words, in: scene.folder)
    while run.isRunning {
      let output = try run.output
      guard let match = output.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/#(\S+)\n$/) else {
        // Another program takes the waiting time.
        _ = try scene.run("--version")
        continue
      }
      return Served(
        run: run, port: try #require(UInt16(match.1)), token: try token(), code: String(match.2))
    }
    throw Scene.Failure(words: words, outcome: try run.finish())
  }

  /// The token that the library keeps.
  private func token() throws -> String {
    let text = String(decoding: try scene.read("laptop/serve.json"), as: UTF8.self)
    return String(try #require(text.firstMatch(of: /"token" : "([^"]+)"/)?.1))
  }

  /// The token that a page gets for the code of an address, or the refusal.
  private func exchange(_ code: some StringProtocol, of served: Served) throws -> String {
    try served.ask(
      "POST /v1/token", body: Array("\(code)\n\(String(repeating: "k", count: 22))".utf8), token: ""
    )
  }

  /// The revision that a page knows, the run that told it, and whether all was listed.
  private struct Known {
    var revision = 0
    var run = ""
    var isWhole = false
  }

  /// The answer to `changes` after what is known.
  private func changes(_ served: Served, after known: Known = Known()) throws -> Known {
    let answer = try served.ask("GET /v1/changes?after=\(known.revision)&run=\(known.run)")
    let number = try #require(answer.firstMatch(of: /"revision":(\d+)/)?.1)
    let run = try #require(answer.firstMatch(of: /"run":"([^"]+)"/)?.1)
    return Known(
      revision: try #require(Int(number)), run: String(run),
      isWhole: answer.contains("\"whole\":true"))
  }

  private func end(_ served: Served, saying errors: String = "") throws {
    served.run.interrupt()
    let outcome = try served.run.finish()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(scene.plain(outcome.errors) == errors)
    #expect(throws: RawClient.NoConnection.self) { try RawClient(port: served.port) }
  }

  @Test func editsOfOtherProgramsAreTold() throws {
    let served = try serve()
    #expect(try served.ask("GET /").hasSuffix("<!doctype html>"))
    let events = try served.client("GET /v1/events?after=0")
    #expect(events.receive(until: "{\"revision\":0}\n") != nil)
    _ = try scene.done("--library", "laptop", "add", "From the command line")
    #expect(events.receive(until: "{\"revision\":1}\n") != nil)
    #expect(try served.ask("GET /v1/changes").contains("From the command line"))
    try end(served)
    #expect(events.receiveAll().suffix(5) == Array("0\r\n\r\n".utf8))
  }

  /// A page gives back what a restored library lacks, however the server ended, however often the
  /// library was edited between, and whatever else of its folder was put back.
  @Test(arguments: [false, true])
  func aLibraryThatWasPutBackIsKnownAsOne(afterAKill isKilled: Bool) throws {
    let laptop = scene.folder.path + "/laptop"
    // Sync would bring back the edits that the library lost.
    _ = try scene.done("--library", "laptop", "remote", "remove", "cloud")
    for title in ["One", "Two"] { _ = try scene.done("--library", "laptop", "add", title) }
    let first = try serve()
    var known = try changes(first)
    #expect(known.isWhole && known.revision == 2)
    try end(first)
    try FileManager.default.copyItem(atPath: laptop, toPath: laptop + "-backup")
    let second = try serve()
    known = try changes(second, after: known)
    #expect(!known.isWhole && known.revision == 2)
    for number in 1...5 { _ = try scene.done("--library", "laptop", "add", "Lost \(number)") }
    known = try changes(second, after: known)
    #expect(!known.isWhole && known.revision == 7)
    if isKilled {
      second.run.kill()
      _ = try second.run.finish()
    } else {
      try end(second)
    }
    try FileManager.default.removeItem(atPath: laptop)
    try FileManager.default.copyItem(atPath: laptop + "-backup", toPath: laptop)
    for number in 1...9 { _ = try scene.done("--library", "laptop", "add", "Other \(number)") }
    let third = try serve()
    known = try changes(third, after: known)
    #expect(known.isWhole && known.revision == 11)
    try end(third)
  }

  /// A page that was told by a run that was killed exchanges everything once.
  @Test func aKillIsNoOrderlyEnd() throws {
    _ = try scene.done("--library", "laptop", "remote", "remove", "cloud")
    _ = try scene.done("--library", "laptop", "add", "Plan")
    let first = try serve()
    var known = try changes(first)
    first.run.kill()
    _ = try first.run.finish()
    let second = try serve()
    known = try changes(second, after: known)
    #expect(known.isWhole)
    try end(second)
    let third = try serve()
    #expect(try !changes(third, after: known).isWhole)
    try end(third)
  }

  /// A closed terminal ends the server in order, so that pages need not exchange everything again.
  @Test func aClosedTerminalIsACleanEnd() throws {
    _ = try scene.done("--library", "laptop", "remote", "remove", "cloud")
    _ = try scene.done("--library", "laptop", "add", "Plan")
    let first = try serve()
    let known = try changes(first)
    #expect(known.isWhole && known.revision == 1)
    first.run.hangUp()
    #expect(try first.run.finish().status == 0)
    let second = try serve()
    #expect(try !changes(second, after: known).isWhole)
    try end(second)
  }

  /// An edit of a page is in lists and logs at once, and goes on to other devices by the server
  /// itself.
  @Test func editsOfAPageReachOtherDevices() throws {
    let served = try serve()
    let id = NoteID(from: .current)
    var note = Note()
    note.title.value = "From the page"
    note.text.append("Some words")
    let sides = [try note.version.encoded(), try #require(note.delta(since: .init())).encoded()]
    let body = sides.flatMap { side in
      (0..<4).map { UInt8(truncatingIfNeeded: side.count >> (8 * $0)) } + side
    }
    #expect(try served.ask("POST /v1/documents/note/\(id)", body: body).hasPrefix("HTTP/1.1 200"))
    #expect(try scene.done("--library", "laptop", "list").contains("From the page"))
    #expect(try scene.done("--library", "laptop", "search", "words").contains("From the page"))
    #expect(try scene.done("--library", "laptop", "log", "From the page").contains("text +10"))
    var hasArrived = false
    while served.run.isRunning, !hasArrived {
      _ = try scene.run("--library", "phone", "sync")
      hasArrived = try scene.done("--library", "phone", "list").contains("From the page")
    }
    #expect(hasArrived)
    _ = try scene.done("--library", "laptop", "check")
    try end(served)
  }

  @Test func errorsOfRemotesAreInTheStatus() throws {
    let served = try serve()
    let events = try served.client("GET /v1/events?after=0")
    #expect(events.receive(until: "\"error\":null") != nil)
    try FileManager.default.removeItem(atPath: scene.folder.path + "/shared")
    _ = try scene.done("--library", "laptop", "add", "More")
    #expect(events.receive(until: "mount its disk") != nil)
    #expect(try served.ask("POST /v1/sync").hasPrefix("HTTP/1.1 202"))
    #expect(try served.ask("GET /v1/status").contains("mount its disk"))
    served.run.terminate()
    let outcome = try served.run.finish()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("decent: cloud: "))
  }

  @Test func theAddressStaysUntilAnotherIsWanted() throws {
    let first = try serve()
    try end(first)
    let second = try serve()
    #expect(second.port == first.port && second.token == first.token)
    try end(second)
    let third = try serve("--new-token")
    #expect(third.port == first.port && third.token != first.token)
    #expect(try third.ask("GET /v1/status", token: first.token).hasPrefix("HTTP/1.1 401"))
    #expect(try third.ask("GET /v1/status").hasPrefix("HTTP/1.1 200"))
    let other = first.port < 30_000 ? first.port + 1 : first.port - 1
    let again = try scene.run(
      "--library", "laptop", "serve", "--page", "page", "--new-token", "--port", "\(other)")
    #expect(again.status == 1)
    let start = "decent: another program serves this library, at http://127.0.0.1:\(third.port)/#"
    #expect(again.errors.hasPrefix(start))
    #expect(again.errors.hasSuffix("; open its address, or end it first\n"))
    let code = again.errors.dropFirst(start.count).prefix(22)
    #expect(try exchange(code, of: third).contains("\"\(third.token)\""))
    #expect(try third.ask("GET /v1/status").hasPrefix("HTTP/1.1 200"))
    try end(third)
  }

  @Test func aChosenPortIsKept() throws {
    let drawn = try serve()
    try end(drawn)
    let port = drawn.port < 30_000 ? drawn.port + 1 : drawn.port - 1
    let chosen = try serve("--port", "\(port)")
    #expect(chosen.port == port && chosen.token == drawn.token)
    try end(chosen)
    let next = try serve()
    #expect(next.port == port && next.token == drawn.token)
    try end(next)
  }

  /// A browser knows its copy of the notebook by the port and the library's id. One flipped bit in
  /// the file changed both without a word, and an edit in the browser could never be sent.
  @Test func aDamagedPlaceIsReplacedAndKeepsPortAndLibrary() throws {
    let first = try serve()
    let library = try library(of: first)
    try end(first)
    let path = "laptop/serve.json"
    let text = String(decoding: try scene.read(path), as: UTF8.self)
    try scene.write(text.replacing("\"library\"", with: "\"mibrary\""), to: path)
    let second = try serve()
    #expect(second.port == first.port)
    #expect(second.token != first.token)
    #expect(try self.library(of: second) == library)
    #expect(try second.ask("GET /v1/status", token: first.token).hasPrefix("HTTP/1.1 401"))
    try end(
      second,
      saying: """
        decent: FOLDER/laptop/serve.json was damaged and is replaced. The page keeps its port and what \
        waits in browsers; open the printed address once in each browser that had the page

        """)
    let third = try serve()
    #expect(third.token == second.token)
    try end(third)
  }

  @Test func aPlaceThatIsGoneIsMadeAnew() throws {
    let first = try serve()
    let library = try library(of: first)
    try end(first)
    try FileManager.default.removeItem(atPath: scene.folder.path + "/laptop/serve.json")
    let second = try serve()
    #expect(second.port == first.port && second.token != first.token)
    #expect(try self.library(of: second) == library)
    try end(second)
  }

  /// The id by which a page knows the library.
  private func library(of served: Served) throws -> String {
    let answer = try served.ask("GET /v1/changes?after=0")
    return String(try #require(answer.firstMatch(of: /"library":"([^"]+)"/)?.1))
  }

  @Test func framesOfOnePageAreNamedInThePolicy() throws {
    let origin = "http://127.0.0.1:4711"
    let served = try serve("--framed-by", origin)
    #expect(try served.ask("GET /").contains("frame-ancestors \(origin);"))
    try end(served)
    let closed = try serve()
    #expect(try closed.ask("GET /").contains("frame-ancestors 'none';"))
    try end(closed)
    let outcome = try scene.run(
      "--library", "laptop", "serve", "--page", "page", "--framed-by", "http://evil.example")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'--framed-by http://evil.example'"))
  }

  @Test func theOpenAddressIsThatOfTheServerThatRuns() throws {
    let served = try serve()
    try scene.makeFolder("bin")
    try scene.write("#!/bin/sh\necho \"$1\" >opened\n", to: "bin/xdg-open")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scene.folder.path + "/bin/xdg-open")
    let path = scene.folder.path + "/bin:/usr/bin:/bin"
    let output = try scene.done(
      "--library", "laptop", "serve", "--page", "page", "--open", variables: ["PATH": path])
    let code = try #require(
      output.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#([A-Za-z0-9_-]{22})\n/)?.2)
    #expect(try exchange(code, of: served).contains("\"\(served.token)\""))
    #if !os(macOS)
      #expect(try scene.read("opened") == Array(output.utf8))
    #endif
    try end(served)
  }

  @Test func aPrintedAddressTellsNoTokenAndEndsWithItsUse() throws {
    let served = try serve()
    #expect(served.code != served.token)
    #expect(try served.ask("GET /v1/status", token: served.code).hasPrefix("HTTP/1.1 401"))
    #expect(try exchange(served.code, of: served).hasSuffix("{\"token\":\"\(served.token)\"}"))
    let late = try served.ask(
      "POST /v1/token", body: Array("\(served.code)\n\(String(repeating: "l", count: 22))".utf8))
    #expect(late.hasPrefix("HTTP/1.1 401"))
    #expect(late.contains("'decent serve --open' opens a new one"))
    try end(served)
    let next = try serve()
    #expect(next.code != served.code)
    #expect(try exchange(served.code, of: next).hasPrefix("HTTP/1.1 401"))
    try end(next)
  }

  @Test func aNoteIsOpenedInThePage() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    let unserved = try scene.run("--library", "laptop", "open", "Plan")
    #expect(unserved.status == 1)
    #expect(
      unserved.errors
        == "decent: no program serves this library; start 'decent serve', and try again\n")
    let served = try serve()
    try scene.makeFolder("bin")
    try scene.write("#!/bin/sh\necho \"$1\" >opened\n", to: "bin/xdg-open")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scene.folder.path + "/bin/xdg-open")
    let path = ["PATH": scene.folder.path + "/bin:/usr/bin:/bin"]
    let output = try scene.done("--library", "laptop", "open", "Plan", variables: path)
    let listed = try served.ask("GET /v1/changes")
    let id = try #require(listed.firstMatch(of: /note\/([0-9a-f]{32})/)?.1)
    let start = "http://127.0.0.1:\(served.port)/#"
    let code = output.dropFirst(start.count).prefix(22)
    #expect(output == "\(start)\(code)/note/\(id)\n")
    #expect(try exchange(code, of: served).contains("\"\(served.token)\""))
    #if !os(macOS)
      #expect(try scene.read("opened") == Array(output.utf8))
    #endif
    let unknown = try scene.run("--library", "laptop", "open", "Nothing", variables: path)
    #expect(unknown.status == 1)
    try end(served)
  }

  @Test func aTakenPortIsSaid() throws {
    let served = try serve()
    let outcome = try scene.run(
      "--library", "phone", "serve", "--page", "page", "--port", "\(served.port)")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "decent: another program uses the port \(served.port); end it, or choose "
        + "another port (--port)\n")
    // A port that could not be opened is not kept.
    #expect(!FileManager.default.fileExists(atPath: scene.folder.path + "/phone/serve.json"))
    try end(served)
  }

  @Test func wrongUsageIsSaid() throws {
    for port in ["0", "80", "65536", "many", "-1", ""] {
      let outcome = try scene.run("serve", "--page", "page", "--port=\(port)")
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("a port is a number from 1024 to 65535"))
    }
    let outcome = try scene.run("serve", "--page", "bin")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("bin holds no page (index.html)"))
  }
}
