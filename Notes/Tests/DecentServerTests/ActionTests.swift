// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync
import Testing

@testable import DecentServer

@Suite struct ActionTests {
  private static let id = "0123456789abcdef0123456789abcdef"
  private let id: NoteID

  init() throws {
    id = try #require(NoteID(Self.id))
  }

  private func action(
    _ method: String, _ target: String, _ body: [UInt8] = []
  ) throws(Refusal) -> Action {
    let head = RequestHead(method, target)
    _ = try Action.bodyLimit(of: head)
    return try Action(head, body: body)
  }

  @Test func requestsMeanActions() throws {
    #expect(try action("GET", "/") == .file(path: [""]))
    #expect(try action("HEAD", "/core/a.mjs") == .file(path: ["core", "a.mjs"]))
    #expect(try action("GET", "/v1/changes") == .changes(after: 0, run: ""))
    #expect(try action("GET", "/v1/changes?after=17&run=a") == .changes(after: 17, run: "a"))
    #expect(try action("GET", "/v1/events?after=1") == .events(after: 1))
    #expect(try action("GET", "/v1/status") == .status)
    #expect(
      try action("POST", "/v1/devices/\(Self.id)/retire")
        == .retire(#require(DeviceID(Self.id))))
    #expect(try action("POST", "/v1/sync") == .sync)
    #expect(
      try action("GET", "/v1/documents?name=note/\(Self.id)&name=gone%2F\(Self.id)")
        == .documents([.note(id), .purge(id)]))
    #expect(
      try action("POST", "/v1/documents", Array("gone/\(Self.id)\nnote/\(Self.id)\n".utf8))
        == .documents([.purge(id), .note(id)]))
    let exchange = DocumentExchange(version: [1], delta: [2, 3])
    for target in ["/v1/documents/note/\(Self.id)", "/v1/documents/note%2F\(Self.id)"] {
      #expect(try action("POST", target, exchange.fields) == .exchange(.note(id), exchange))
    }
    #expect(try action("GET", "/v1/history/note/\(Self.id)") == .history(id))
    #expect(
      try action("GET", "/v1/history/note/\(Self.id)/abcd") == .pastText(id, version: "abcd"))
  }

  @Test(arguments: [
    ("PUT", "/", 405), ("POST", "/", 405), ("POST", "/v1/changes", 405),
    ("HEAD", "/v1/status", 405),
    ("OPTIONS", "/v1/status", 405), ("GET", "/v1", 404), ("GET", "/v1/nothing", 404),
    ("GET", "/v1/status/more", 404), ("GET", "/v1/sync", 404), ("POST", "/v1/sync/x", 404),
    ("GET", "/v1/changes?after=", 400), ("GET", "/v1/changes?after=-1", 400),
    ("GET", "/v1/changes?after=1&after=2", 400),
    ("GET", "/v1/changes?after=99999999999999999999", 400),
    ("GET", "/v1/documents?name=nothing", 404), ("GET", "/v1/documents?name=note/ABC", 404),
    ("GET", "/v1/history/index", 404), ("GET", "/v1/history/note/xyz", 404),
    ("GET", "/v1/history", 404), ("POST", "/v1/documents/note/../index", 404), ("GET", "*", 400),
    ("DELETE", "/v1/documents/note/\(id)", 405), ("POST", "/v1/devices", 404),
    ("POST", "/v1/devices/\(id)", 404), ("POST", "/v1/devices/x/retire", 404),
    ("GET", "/v1/devices/\(id)/retire", 404), ("POST", "/v1/devices/\(id)/forget", 404),
  ])
  func othersAreRefused(method: String, target: String, status: Int) {
    do throws(Refusal) {
      let found = try action(method, target)
      Issue.record("\(method) \(target) is \(found)")
    } catch {
      #expect(error.status == status)
      #expect(!error.message.isEmpty)
    }
  }

  @Test func bodiesWithoutTwoFieldsAreRefused() {
    let whole = DocumentExchange(version: [1, 2], delta: [3]).fields
    for count in 0..<whole.count {
      #expect(throws: Refusal.badBody) {
        try action("POST", "/v1/documents/gone/\(Self.id)", Array(whole.prefix(count)))
      }
    }
    for body in [whole + [0], whole + [0, 0, 0, 0], [255, 255, 255, 255, 1]] {
      #expect(throws: Refusal.badBody) { try action("POST", "/v1/documents/gone/\(Self.id)", body) }
    }
    #expect(throws: Refusal.badBody) { try action("POST", "/v1/documents", [0xff]) }
  }

  @Test func atMostAThousandNamesAreTaken() throws {
    let names = { (count: Int) in Array(repeating: "note/\(Self.id)\n", count: count).joined().utf8
    }
    #expect(throws: Never.self) { try action("POST", "/v1/documents", Array(names(1000))) }
    #expect(throws: Refusal.tooManyNames) {
      try action("POST", "/v1/documents", Array(names(1001)))
    }
  }
}
