// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DecentServer

@Suite struct PageFolderTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try write("secret", to: "secret.html")
    for (name, text) in [
      "index.html": "first", "core/a.mjs": "script", "decent-notes.wasm": "\0asm",
      "style/a.css": "style", ".hidden.html": "hidden", "core/.x/a.mjs": "hidden",
      "list.txt.br": "br", "list.txt.gz": "gz", "list.txt": "plain", "core/odd.exe": "odd",
      "manifest.webmanifest": "{}",
    ] {
      try write(text, to: "page/" + name)
    }
  }

  private func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: bench.folder.path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func get(_ target: String, _ fields: [(String, String)] = []) throws -> Answer {
    let head = RequestHead(
      "GET", target, [bench.host] + fields.map { RequestHead.Field($0.0, $0.1) })
    return try Answer(#require(bench.server.answer(head)))
  }

  @Test(arguments: [
    ("/", "first", "text/html; charset=utf-8"),
    ("/index.html", "first", "text/html; charset=utf-8"),
    ("/core/a.mjs", "script", "text/javascript; charset=utf-8"),
    ("/style/a.css", "style", "text/css; charset=utf-8"),
    ("/decent-notes.wasm", "\0asm", "application/wasm"),
    ("/manifest.webmanifest", "{}", "application/manifest+json; charset=utf-8"),
    ("/core/%61.mjs?v=1", "script", "text/javascript; charset=utf-8"),
  ])
  func filesHaveTheirTypes(target: String, text: String, type: String) throws {
    let answer = try get(target)
    #expect(answer.status == 200)
    #expect(answer.text == text)
    #expect(answer.value("content-type") == type)
  }

  @Test(arguments: [
    "/../secret.html", "/%2e%2e/secret.html", "/core/../../secret.html", "/..%2fsecret.html",
    "/core/..%2f..%2fsecret.html", "/.hidden.html", "/core/.x/a.mjs", "/./index.html",
    "//index.html",
    "/core//a.mjs", "/index.html/", "/core", "/core/", "/nothing.html", "/core/odd.exe",
    "/index.html%00.css", "/core\\a.mjs", "/..\\secret.html", "/index", "/list.txt.br",
    "/c%6fre/%2e%2e",
  ])
  func nothingElseIsSent(target: String) throws {
    let answer = try get(target)
    #expect(answer.status == 404, "\(target) gave \(answer.text)")
  }

  @Test func linksAreNotFollowed() throws {
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: bench.folder.path("page/link.html"),
      withDestinationPath: bench.folder.path("secret.html"))
    try files.createSymbolicLink(
      atPath: bench.folder.path("page/up"), withDestinationPath: bench.folder.path(""))
    #expect(try get("/link.html").status == 404)
    #expect(try get("/up/secret.html").status == 404)
    try files.createSymbolicLink(
      atPath: bench.folder.path("page/index.html.gz"),
      withDestinationPath: bench.folder.path("secret.html"))
    #expect(try get("/", [("Accept-Encoding", "gzip")]).text == "first")
  }

  @Test(arguments: [
    ("gzip, deflate, br, zstd", "br", "br"), ("br", "br", "br"), ("gzip", "gz", "gzip"),
    ("GZIP;q=0.5", "gz", "gzip"), ("br;q=0, gzip", "gz", "gzip"), ("br;q=0.0", "plain", nil),
    ("identity", "plain", nil), ("", "plain", nil), ("brotli", "plain", nil),
  ])
  func compressedFilesAreSentWhereTheyAreWanted(
    accepted: String, text: String, coding: String?
  ) throws {
    let answer = try get("/list.txt", [("Accept-Encoding", accepted)])
    #expect(answer.text == text)
    #expect(answer.value("content-encoding") == coding)
    #expect(answer.value("content-type") == "text/plain; charset=utf-8")
    #expect(answer.value("vary") == "accept-encoding")
  }

  @Test func aKnownFileIsNotSentAgain() throws {
    let first = try get("/")
    let tag = try #require(first.value("etag"))
    for tags in [tag, "\"x\", \(tag)", "\"x\",\(tag)"] {
      let again = try get("/", [("If-None-Match", tags)])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      #expect(again.value("etag") == tag)
    }
    try write("other", to: "page/index.html")
    #expect(try get("/", [("If-None-Match", tag)]).text == "other")
    let coded = try get("/list.txt", [("Accept-Encoding", "br")]).value("etag")
    #expect(try coded != get("/list.txt").value("etag"))
  }

  @Test func headsHaveNoBody() throws {
    let answer = try Answer(#require(bench.server.answer(bench.head("HEAD", "/"))))
    #expect(answer.status == 200)
    #expect(answer.body.isEmpty)
    #expect(try answer.value("etag") == get("/").value("etag"))
  }
}
