// SPDX-License-Identifier: MIT

import Testing

@testable import DecentServer

@Suite struct GateTests {
  private let token = AccessToken()
  private var gate: Gate { Gate(port: 4711, token: token) }

  private func refusal(
    _ target: String, _ fields: [(String, String)], at other: Gate? = nil
  ) -> Refusal? {
    let head = RequestHead("GET", target, fields.map { RequestHead.Field($0.0, $0.1) })
    do throws(Refusal) {
      try (other ?? gate).check(head)
      return nil
    } catch {
      return error
    }
  }

  private let host = ("Host", "127.0.0.1:4711")
  private var bearer: (String, String) { ("Authorization", "Bearer \(token.text)") }

  @Test func theOwnPageIsLetIn() {
    #expect(refusal("/", [host]) == nil)
    #expect(refusal("/v1/status", [host, bearer]) == nil)
    #expect(
      refusal(
        "/v1/status",
        [host, bearer, ("Origin", "http://127.0.0.1:4711"), ("Sec-Fetch-Site", "same-origin")])
        == nil)
    #expect(refusal("/", [host, ("Sec-Fetch-Site", "none")]) == nil)
  }

  @Test(arguments: [
    [], ["evil.example"], ["127.0.0.1"], ["127.0.0.1:4712"], ["localhost:4711"],
    ["127.0.0.1:4711", "127.0.0.1:4711"], ["127.0.0.1:4711", "evil.example"],
    ["127.0.0.1:4711."], ["[::1]:4711"], [""], ["127.0.0.1:4711 "],
  ])
  func anyOtherHostIsRefused(hosts: [String]) {
    for target in ["/", "/v1/status"] {
      #expect(refusal(target, hosts.map { ("Host", $0) } + [bearer]) == .wrongHost)
    }
  }

  @Test(arguments: [
    ["http://evil.example"], ["null"], ["http://127.0.0.1:4712"], ["https://127.0.0.1:4711"],
    ["http://127.0.0.1:4711", "http://evil.example"], [""], ["http://localhost:4711"],
  ])
  func anyOtherOriginIsRefused(origins: [String]) {
    for target in ["/", "/v1/status"] {
      #expect(
        refusal(target, [host, bearer] + origins.map { ("Origin", $0) }) == .foreignOrigin)
    }
  }

  @Test(arguments: [["cross-site"], ["same-site"], [""], ["none", "cross-site"], ["other"]])
  func requestsOfOtherPagesAreRefused(sites: [String]) {
    for target in ["/", "/v1/status"] {
      #expect(
        refusal(target, [host, bearer] + sites.map { ("Sec-Fetch-Site", $0) }) == .foreignOrigin)
    }
  }

  @Test func framesOfOnePageOfThisDeviceAreLetIn() throws {
    let origin = try #require(FrameOrigin("http://127.0.0.1:4712"))
    let open = Gate(port: 4711, token: token, framedBy: origin)
    let frame = [
      host, ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Dest", "iframe"),
      ("Sec-Fetch-Mode", "navigate"),
    ]
    #expect(refusal("/", frame, at: open) == nil)
    // Neither to the protocol, nor from other sites, nor anything but a frame.
    #expect(refusal("/v1/status", frame + [bearer], at: open) == .foreignOrigin)
    #expect(refusal("/", frame, at: gate) == .foreignOrigin)
    for (name, value) in [
      ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "script"), ("Sec-Fetch-Mode", "no-cors"),
    ] {
      let other = frame.map { $0.0 == name ? (name, value) : $0 }
      #expect(refusal("/", other, at: open) == .foreignOrigin, "\(value)")
    }
    #expect(
      refusal("/", frame + [("Origin", origin.text)], at: open) == .foreignOrigin)
  }

  @Test(arguments: [
    "", "127.0.0.1:4711", "http://127.0.0.1", "http://127.0.0.1:", "http://127.0.0.1:0",
    "http://127.0.0.1:+80", "http://127.0.0.1:080", "http://127.0.0.1:70000",
    "http://127.0.0.1:80/", "http://127.0.0.1:80; script-src *", "https://127.0.0.1:80",
    "http://localhost:80", "http://evil.example:80", "*",
  ])
  func noOtherOriginIsTakenForFrames(text: String) {
    #expect(FrameOrigin(text) == nil)
  }

  @Test func theProtocolNeedsTheToken() {
    let wrong = [
      "", "Bearer", "Bearer ", "bearer \(token.text)", "Basic \(token.text)",
      "Bearer \(token.text) ", "Bearer \(token.text)A", "Bearer \(token.text.dropLast())",
      "Bearer \(AccessToken().text)", token.text, "Bearer  \(token.text)",
    ]
    for value in wrong {
      for target in ["/v1/status", "/v1", "/v1/", "/v1/nothing", "/%76%31/status"] {
        #expect(refusal(target, [host, ("Authorization", value)]) == .wrongToken, "\(value)")
      }
    }
    #expect(refusal("/v1/status", [host]) == .wrongToken)
    #expect(refusal("/v1/status", [host, bearer, bearer]) == .wrongToken)
  }

  @Test func theTokenIsAskedForWithoutIt() {
    #expect(refusal("/v1/token", [host]) == nil)
    #expect(refusal("/v1/token", [("Host", "evil.example")]) == .wrongHost)
    #expect(refusal("/v1/token", [host, ("Origin", "http://127.0.0.1:4712")]) == .foreignOrigin)
    #expect(refusal("/v1/token", [host, ("Sec-Fetch-Site", "cross-site")]) == .foreignOrigin)
    for target in [
      "/v1/token/", "/v1/token/x", "/v1/tokens", "/v1//token", "/x/../v1/token/status",
    ] {
      let isProtocol = target.hasPrefix("/v1")
      #expect(refusal(target, [host]) == (isProtocol ? .wrongToken : nil), "\(target)")
    }
  }

  @Test func everyChangedLetterIsNoticed() {
    let letters = Array(token.text)
    for place in letters.indices {
      var other = letters
      other[place] = other[place] == "A" ? "B" : "A"
      #expect(!token.matches(String(other)))
    }
    #expect(token.matches(token.text))
  }

  @Test func tokensHave128Bits() {
    let tokens = (0..<1000).map { _ in AccessToken().text }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.utf8.count == 22 && AccessToken($0)?.text == $0 })
    // The last letter holds the two bits that are left.
    #expect(Set(tokens.compactMap(\.last)) == ["A", "Q", "g", "w"])
    for text in ["", "short", String(repeating: "+", count: 22), String(repeating: "é", count: 11)]
    {
      #expect(AccessToken(text) == nil)
    }
  }
}
