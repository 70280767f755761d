// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import Foundation
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentServer

/// A server with sockets, and clients that behave badly.
@Suite(.serialized, .ends) final class HTTPServerTests {
  private let bench: Bench
  private let server: HTTPServer
  private let port: UInt16

  init() throws {
    bench = try Bench()
    let socket = try ListeningSocket(port: bench.place.port)
    port = socket.port
    server = try HTTPServer(bench.handler, on: socket)
    bench.notebook.beginWatching()
    try Data("page".utf8).write(to: URL(fileURLWithPath: bench.folder.path("page/index.html")))
    try Data("secret".utf8).write(to: URL(fileURLWithPath: bench.folder.path("secret.html")))
  }

  deinit {
    bench.notebook.close()
    server.stop()
  }

  private var bearer: String { "Authorization: Bearer \(bench.place.token.text)" }
  private var host: String { "Host: 127.0.0.1:\(port)" }

  private func request(
    _ line: String, _ fields: [String], body: [UInt8] = []
  ) -> [UInt8] {
    let length = body.isEmpty ? [] : ["Content-Length: \(body.count)"]
    let lines = ["\(line) HTTP/1.1"] + fields + length + ["Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + body
  }

  private func ask(_ line: String, _ fields: [String], body: [UInt8] = []) throws -> Answer {
    try #require(try answer(to: line, fields, body: body))
  }

  /// The answer to a request; nil if the connection was closed unanswered.
  private func answer(
    to line: String, _ fields: [String], body: [UInt8] = []
  ) throws -> Answer? {
    let client = try RawClient(port: port)
    client.send(request(line, fields, body: body))
    return Answer(bytes: client.receiveAll())
  }

  private func ask(_ line: String, body: [UInt8] = []) throws -> Answer {
    try ask(line, [host, bearer], body: body)
  }

  private func expectAlive() throws {
    #expect(try ask("GET /v1/changes").status == 200)
  }

  @Test func filesAndProtocolAreServed() throws {
    let page = try ask("GET /", [host])
    #expect(page.status == 200)
    #expect(page.text == "page")
    #expect(page.value("content-security-policy") != nil)
    #expect(try ask("HEAD /", [host]).body.isEmpty)
    let id = try bench.library.add(NoteDraft(title: "Plan"))
    #expect(try ask("GET /v1/changes").text.contains("note/\(id)"))
    let whole = try ask("GET /v1/documents?name=note/\(id)&name=gone/\(id)")
    #expect(try #require(ByteFields.split(whole.body)).count == 6)
    let exchange = try ask("POST /v1/documents/note/\(id)", body: DocumentExchange().fields)
    #expect(try DocumentExchange(fields: exchange.body).delta.isEmpty == false)
  }

  @Test func strangersAreRefused() throws {
    let origin = "Origin: http://127.0.0.1:\(port)"
    let cases: [(fields: [String], status: Int)] = [
      ([host], 401), ([host, "Authorization: Bearer \(AccessToken().text)"], 401),
      ([host, bearer, bearer], 401), ([bearer], 400), (["Host: evil.example", bearer], 421),
      (["Host: localhost:\(port)", bearer], 421),
      ([host, bearer, "Origin: http://evil.example"], 403),
      ([host, bearer, "Origin: null"], 403), ([host, bearer, "Sec-Fetch-Site: cross-site"], 403),
      ([host, bearer, origin, "Sec-Fetch-Site: same-origin"], 200),
    ]
    for (fields, status) in cases {
      #expect(try ask("GET /v1/changes", fields).status == status, "\(fields)")
    }
    #expect(try ask("POST /v1/token", [host, "Origin: http://evil.example"]).status == 403)
    #expect(try ask("POST /v1/token", [host]).status == 401)
    #expect(try ask("GET http://evil.example/v1/changes", [host, bearer]).status >= 400)
  }

  @Test(arguments: [
    "/../secret.html", "/%2e%2e/secret.html", "/..%2fsecret.html", "/%2e%2e%2fsecret.html",
    "/x/../../secret.html", "//secret.html", "/..\\secret.html", "/%00", "/index.html%00.css",
  ])
  func pathsStayInTheFolder(target: String) throws {
    let answer = try ask("GET \(target)", [host])
    #expect(answer.status == 404)
    #expect(!answer.text.contains("secret"))
  }

  @Test func tooLargeBodiesAreRefusedByTheirHead() throws {
    let client = try RawClient(port: port)
    client.send(
      "POST /v1/documents/gone/\(NoteID(rawValue: 7)) HTTP/1.1\r\n\(host)\r\n\(bearer)\r\n")
    client.send("Content-Length: 999999999999\r\n\r\n")
    let answer = try #require(Answer(bytes: client.receiveAll()))
    #expect(answer.status == 413)
    #expect(try answer.code == "too-large")
  }

  /// A body that cannot be ended does not look like a whole one.
  @Test func aFailureAmidABodyBreaksTheConnection() throws {
    let id = try bench.library.add(
      NoteDraft(title: "Large", text: String(repeating: "0123456789 ", count: 10_000)))
    let names = Array(repeating: "note/\(id)", count: 1000).joined(separator: "\n")
    let client = try RawClient(port: port)
    client.send(request("POST /v1/documents", [host, bearer], body: Array(names.utf8)))
    #expect(client.receive(until: "0123456789") != nil)
    try bench.breakLibrary()
    let rest = client.receiveAll()
    #expect(rest.count < 100_000_000)
    #expect(rest.suffix(5) != Array("0\r\n\r\n".utf8))
    #expect(try ask("GET /", [host]).status == 200)
  }

  /// A stranger's body is not even read.
  @Test func refusedBodiesAreNotRead() throws {
    let client = try RawClient(port: port)
    client.send(
      "POST /v1/documents/gone/\(NoteID(rawValue: 7)) HTTP/1.1\r\n\(host)\r\nContent-Length: 1000\r\n\r\nabc"
    )
    #expect(Answer(bytes: client.receiveAll())?.status == 401)
  }

  @Test func bodiesInChunksEndAtTheirLimit() throws {
    let client = try RawClient(port: port)
    client.send("POST /v1/documents HTTP/1.1\r\n\(host)\r\n\(bearer)\r\n")
    client.send("Transfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<20 { client.send("1000\r\n" + String(repeating: "\n", count: 0x1000) + "\r\n") }
    #expect(client.receiveAll().isEmpty)
    try expectAlive()
  }

  @Test func cutOffRequestsChangeNothing() throws {
    let id = try bench.library.add(NoteDraft(title: "Plan", text: "text"))
    var note = try bench.library.note(id)
    let before = note.version
    note.text.append("!")
    let body = try DocumentExchange(of: note, since: before).fields
    let whole = request("POST /v1/documents/note/\(id)", [host, bearer], body: body)
    for count in stride(from: 1, to: whole.count, by: 7) {
      let client = try RawClient(port: port)
      client.send(Array(whole.prefix(count)))
      client.close()
    }
    try expectAlive()
    #expect(try bench.library.note(id).text.string == "text")
    let client = try RawClient(port: port)
    client.send(whole)
    #expect(Answer(bytes: client.receiveAll())?.status == 200)
    #expect(try bench.library.note(id).text.string == "text!")
  }

  @Test(arguments: [
    "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\0\0\0\0\r\n\r\n",
    "GET / HTTP/1.1\r\n: x\r\n\r\n",
    "POST /v1/sync HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST /v1/sync HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "GET / HTTP/1.0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
  func nonsenseIsNoRequest(text: String) throws {
    let client = try RawClient(port: port)
    client.send(text)
    client.send("Connection: close\r\n\r\n")
    client.finish()
    let answer = Answer(bytes: client.receiveAll())
    #expect(answer.map { $0.status >= 400 } ?? true, "\(answer.map(\.text) ?? "")")
    try expectAlive()
  }

  @Test func hugeHeadsAreRefused() throws {
    let answer = try ask("GET /", [host, "X: \(String(repeating: "x", count: 300_000))"])
    #expect(answer.status >= 400)
    let long = try ask("GET /\(String(repeating: "x", count: 300_000))", [host])
    #expect(long.status >= 400)
    try expectAlive()
  }

  @Test func oneConnectionTakesManyRequests() throws {
    let client = try RawClient(port: port)
    for _ in 0..<3 {
      client.send("GET / HTTP/1.1\r\n\(host)\r\n\r\n")
      #expect(client.receive(until: "\r\n\r\npage") != nil)
    }
    let last = Array("GET / HTTP/1.1\r\n\(host)\r\n\r\n".utf8) + request("GET /", [host])
    client.send(last)
    #expect(
      String(decoding: client.receiveAll(), as: UTF8.self).components(separatedBy: "page").count
        == 3)
  }

  @Test func manyIdleConnectionsAreSurvived() throws {
    let idle = try (0..<100).map { _ in try RawClient(port: port) }
    for client in idle { client.send("GET / HTTP/1.1\r\n") }
    try expectAlive()
    // Beyond the limit connections are closed unanswered, and the others are served on.
    var more: [RawClient] = []
    for _ in 0..<100 {
      guard let client = try? RawClient(port: port) else { continue }
      client.send("GET / HTTP/1.1\r\n")
      more.append(client)
    }
    idle[0].send("\(host)\r\nConnection: close\r\n\r\n")
    #expect(Answer(bytes: idle[0].receiveAll())?.text == "page")
    for client in idle + more { client.close() }
    // A closed connection is noticed by its thread, a moment later.
    var isServed = false
    for _ in 0..<1000 where !isServed {
      isServed = (try? answer(to: "GET /v1/changes", [host, bearer])?.status) == 200
    }
    #expect(isServed)
  }

  /// All of them are served on, while one more is closed unanswered.
  @Test func atMost128ConnectionsAreOpen() throws {
    let whole = "GET / HTTP/1.1\r\n\(host)\r\n\r\n"
    let open = try (0..<128).map { _ in try RawClient(port: port) }
    func requireServed() throws {
      for client in open {
        client.send(whole)
        _ = try #require(client.receive(until: "\r\n\r\npage"))
      }
    }
    try requireServed()
    for _ in 0..<3 {
      let more = try RawClient(port: port)
      more.send(whole)
      try #require(more.receive().isEmpty)
    }
    try requireServed()
  }

  /// A device has other addresses: those in its networks, and on Linux all that begin with 127.
  @Test func noOtherAddressIsListenedAt() throws {
    var others = Host.current().addresses.filter { $0 != "127.0.0.1" } + ["::1"]
    #if os(Linux)
      others.append("127.0.0.2")
    #endif
    for address in others {
      #expect(throws: RawClient.NoConnection.self, "\(address)") {
        try RawClient(port: port, host: address)
      }
    }
    try expectAlive()
  }

  private func stream(after revision: Int = 0) throws -> RawClient {
    let client = try RawClient(port: port)
    client.send(request("GET /v1/events?after=\(revision)", [host, bearer]))
    return client
  }

  @Test func changesByOthersAreTold() throws {
    let client = try stream()
    #expect(client.receive(until: "{\"revision\":0}\n") != nil)
    let other = try Library(opening: bench.folder.path("library"))
    _ = try other.add(NoteDraft(title: "By another program"))
    #expect(client.receive(until: "{\"revision\":1}\n") != nil)
    bench.notebook.noteSync()
    #expect(client.receive(until: "{\"status\":{") != nil)
  }

  @Test func aGoneReaderOfEventsIsForgotten() throws {
    for _ in 0..<200 {
      let client = try stream()
      #expect(client.receive(until: "{\"revision\":") != nil)
      client.close()
      // Its thread notices that when there is something to tell.
      _ = try bench.library.add(NoteDraft(title: "News"))
    }
    try expectAlive()
  }

  @Test func stoppingEndsOpenStreams() throws {
    let streams = try (0..<20).map { _ in try stream() }
    for client in streams { #expect(client.receive(until: "{\"revision\":") != nil) }
    let idle = try RawClient(port: port)
    idle.send("GET / HT")
    server.stop()
    for client in streams { _ = client.receiveAll() }
    #expect(throws: RawClient.NoConnection.self) { try RawClient(port: port) }
    // The port is free at once.
    let socket = try ListeningSocket(port: port)
    #expect(throws: ListeningFailure.taken(port: port)) { try ListeningSocket(port: port) }
    socket.close()
  }

  @Test func aPageOverSocketsHasWhatTheLibraryHas() throws {
    let page = FakePage()
    for number in 0..<20 {
      _ = try bench.library.add(NoteDraft(title: "Note \(number)", text: "text"))
    }
    for request in try page.fetch({ try ask("GET \($0)") }) {
      _ = try page.take(ask("POST \(request.target)", body: request.body), to: request)
    }
    #expect(page.notes.count == 20)
    for (id, note) in page.notes { #expect(try bench.library.note(id) == note) }
  }

  /// Prints how long both ways take, and asserts no time.
  @Test func editsTravelBothWays() throws {
    let other = try Library(opening: bench.folder.path("library"))
    let id = try other.add(NoteDraft(title: "Plan", text: String(repeating: "word ", count: 2000)))
    let client = try stream()
    var (toPage, toLibrary): ([Duration], [Duration]) = ([], [])
    let clock = ContinuousClock()
    for number in 0..<TestRun.length(30) {
      var edited = try other.note(id)
      let before = edited.version
      edited.text.append("page \(number) ")
      let body = try DocumentExchange(of: edited, since: before).fields
      var start = clock.now
      let answer = try ask("POST /v1/documents/note/\(id)", body: body)
      toLibrary.append(clock.now - start)
      #expect(answer.status == 200)
      #expect(try other.note(id).text.string.hasSuffix("page \(number) "))
      try other.setTitle(of: id, to: "Title \(number)")
      let revision = try other.lastRevision()
      start = clock.now
      #expect(client.receive(until: "{\"revision\":\(revision)}\n") != nil)
      toPage.append(clock.now - start)
    }
    for (name, times) in [("page to library", toLibrary), ("library to page", toPage)] {
      let sorted = times.sorted()
      print("\(name): median \(sorted[sorted.count / 2]), longest \(sorted[sorted.count - 1])")
    }
  }
}
