// SPDX-License-Identifier: MIT

import Testing

@testable import DecentServer

@Suite struct RequestHeadTests {
  @Test(arguments: [
    ("/", [""]), ("/a/b", ["a", "b"]), ("/a//b/", ["a", "", "b", ""]),
    ("/%2e%2E/x", ["..", "x"]), ("/a%2Fb", ["a/b"]), ("/a%00b", ["a\0b"]), ("/é", ["é"]),
    ("/%C3%A9", ["é"]), ("/a?b", ["a"]), ("/+", ["+"]),
  ])
  func pathsAreDecodedOnce(target: String, path: [String]) {
    #expect(RequestTarget(target)?.path == path)
  }

  @Test(arguments: ["", "a", "*", "http://x/", "/%", "/%4", "/%zz", "/%ff", "/a?b=%ff", "/%c3"])
  func otherTextIsNoTarget(target: String) {
    #expect(RequestTarget(target) == nil)
  }

  @Test func queriesKeepTheirOrder() {
    let target = RequestTarget("/x?name=a%26b&name=&after=3&c")
    #expect(target?.values("name") == ["a&b", ""])
    #expect(target?.values("after") == ["3"])
    #expect(target?.values("c") == [""])
    #expect(target?.values("d") == [])
  }

  @Test func namesOfFieldsHaveNoCase() {
    let head = RequestHead("GET", "/", [.init("HOST", "a"), .init("Host", "b"), .init("h", "c")])
    #expect(head.values("host") == ["a", "b"])
  }
}
