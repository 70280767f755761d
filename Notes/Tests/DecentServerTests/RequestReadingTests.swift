// SPDX-License-Identifier: MIT

import DecentNotes
import Testing

@testable import DecentServer

@Suite struct RequestReadingTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
  }

  private func reading(
    _ method: String, _ target: String, length: String? = nil
  ) -> (reading: RequestReading, first: RequestReading.Step) {
    let fields = length.map { [RequestHead.Field("Content-Length", $0)] } ?? []
    let head = RequestHead(method, target, bench.head("", "").fields + fields)
    var reading = RequestReading(head, at: 1000)
    let step = reading.admit(through: bench.handler.gate, bench.handler.room)
    return (reading, step)
  }

  @Test func aBodyComesInParts() {
    var (reading, step) = reading("POST", "/v1/documents")
    #expect(step == .goOn)
    let id = NoteID(rawValue: 7)
    #expect(reading.receive(Array("no".utf8), at: 1000) == .goOn)
    #expect(reading.receive(Array("te/\(id)\n".utf8), at: 60_000) == .goOn)
    #expect(reading.end() == .perform(.documents([.note(id)])))
  }

  @Test func theHeadDecidesBeforeTheBody() {
    #expect(reading("POST", "/v1/sync", length: "1").first == .refuse(.tooLarge(limit: 0)))
    #expect(reading("GET", "/v1/status", length: "7").first == .refuse(.tooLarge(limit: 0)))
    let limit = Action.exchangeLimit
    let target = "/v1/documents/note/\(NoteID(rawValue: 7))"
    #expect(reading("POST", target, length: "\(limit)").first == .goOn)
    #expect(
      reading("POST", target, length: "\(limit + 1)").first == .refuse(.tooLarge(limit: limit)))
    #expect(reading("POST", target, length: "many").first == .refuse(.tooLarge(limit: limit)))
    #expect(reading("POST", target, length: "-1").first == .refuse(.tooLarge(limit: limit)))
  }

  /// A body in chunks may come beside a stated length, for which alone memory is reserved.
  @Test func aBodyIsNoLongerThanItsHeadSays() {
    var (reading, step) = reading("POST", "/v1/documents", length: "3")
    #expect(step == .goOn)
    #expect(reading.receive([1, 2, 3], at: 1000) == .goOn)
    #expect(reading.receive([4], at: 1000) == .drop)
  }

  /// The largest bodies are read two at a time. Small ones need no room.
  @Test func manyLargeBodiesAreNotReadAtOnce() {
    let (target, size) = ("/v1/documents/note/\(NoteID(rawValue: 7))", "\(Action.exchangeLimit)")
    var first: RequestReading? = reading("POST", target, length: size).reading
    let (second, step) = reading("POST", target, length: size)
    #expect(step == .goOn)
    for length in [size, nil, "\(BodyRoom.smallBody + 1)"] {
      #expect(reading("POST", target, length: length).first == .refuse(.busy))
    }
    #expect(reading("POST", target, length: "\(BodyRoom.smallBody)").first == .goOn)
    withExtendedLifetime((first, second)) {}
    first = nil
    #expect(reading("POST", target, length: size).first == .goOn)
  }

  /// The size of such a body is not in the head.
  @Test func aBodyWithoutLengthIsCutOffAtItsLimit() {
    var (reading, _) = reading("POST", "/v1/documents")
    #expect(reading.receive([UInt8](repeating: 10, count: 64 << 10), at: 1000) == .goOn)
    #expect(reading.receive([10], at: 1000) == .drop)
    var (none, _) = self.reading("GET", "/")
    #expect(none.receive([1], at: 1000) == .drop)
  }

  @Test func aSlowBodyIsDropped() {
    var (reading, _) = reading("POST", "/v1/documents")
    #expect(reading.receive([10], at: 1000 + RequestReading.longestBody) == .goOn)
    #expect(reading.receive([10], at: 1001 + RequestReading.longestBody) == .drop)
  }

  @Test func aRefusedHeadIsAnswered() throws {
    let response = bench.server.answer(RequestHead("GET", "/v1/status", [bench.host]))
    let answer = try Answer(#require(response))
    #expect(answer.status == 401)
    #expect(try answer.code == "wrong-token")
    #expect(answer.value("www-authenticate") == "Bearer")
    #expect(answer.value("content-type") == "application/json; charset=utf-8")
  }

  @Test func everyAnswerKeepsOthersOut() throws {
    let heads = [
      bench.head("GET", "/"), bench.head("GET", "/v1/status"), bench.head("PUT", "/v1/x"),
      RequestHead("GET", "/", []),
    ]
    for head in heads {
      let answer = try Answer(#require(bench.server.answer(head)))
      #expect(answer.value("content-security-policy")?.hasPrefix("default-src 'none'; ") == true)
      #expect(answer.value("content-security-policy")?.contains("unsafe-inline") == false)
      #expect(answer.value("x-content-type-options") == "nosniff")
      #expect(answer.value("cross-origin-opener-policy") == "same-origin")
      #expect(answer.value("cross-origin-resource-policy") == "same-origin")
      #expect(answer.value("referrer-policy") == "no-referrer")
      #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") })
      #expect(answer.value("set-cookie") == nil)
    }
    #expect(try bench.ask("GET", "/v1/status").value("cache-control") == "no-store")
  }
}
