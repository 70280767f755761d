// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentServer

/// A library in a temporary folder, and a server of it without sockets.
final class Bench {
  let folder: TemporaryFolder
  let library: Library
  let notebook: ServedNotebook
  let place = ServePlace()
  let handler: RequestHandler
  let server: MemoryServer

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
    notebook = try ServedNotebook(folder: folder.path("library"), id: place.library)
    try FileManager.default.createDirectory(
      atPath: folder.path("page"), withIntermediateDirectories: true)
    handler = RequestHandler(
      notebook, port: place.port, token: place.token,
      codes: try AccessCodes(of: folder.path("library")), page: folder.path("page"))
    server = MemoryServer(handler: handler)
  }

  deinit { notebook.close() }

  var host: RequestHead.Field { RequestHead.Field("Host", "127.0.0.1:\(place.port)") }

  /// The head of a request that the gate lets in.
  func head(_ method: String, _ target: String, _ more: RequestHead.Field...) -> RequestHead {
    RequestHead(
      method, target,
      [host, RequestHead.Field("Authorization", "Bearer \(place.token.text)")] + more)
  }

  /// The answer to a request that the gate lets in.
  func ask(_ method: String, _ target: String, body: [UInt8] = []) throws -> Answer {
    let response = server.answer(
      head(method, target), parts: body.isEmpty ? [] : [(bytes: body, time: UInt64(0))])
    guard let response else { throw Dropped() }
    return try Answer(response)
  }

  /// Makes all reads of documents fail, as a failing disk does.
  func breakLibrary() throws {
    let database = try Database(file: folder.path("library/library.sqlite"), for: .writing)
    try database.execute(script: "ALTER TABLE documents RENAME TO elsewhere")
  }

  struct Dropped: Error {}
}

/// An answer whose body was read.
struct Answer {
  let status: Int
  let fields: [RequestHead.Field]
  let body: [UInt8]

  init(_ response: Response) throws {
    status = response.status
    fields = response.fields
    switch response.body {
    case .bytes(let bytes): body = bytes
    case .pieces(let pieces):
      var bytes: [UInt8] = []
      while let piece = try pieces.next() { bytes += piece }
      body = bytes
    }
  }

  init(status: Int, fields: [RequestHead.Field], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The body as an object of JSON.
  var object: [String: Any] {
    get throws {
      try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:]
    }
  }

  /// The body of an answer to `changes`, whose lines are put together.
  var changes: [String: Any] {
    get throws {
      let lines = try body.split(separator: UInt8(ascii: "\n")).map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      }
      let documents = lines.flatMap { $0["documents"] as? [[String: Any]] ?? [] }
      return (lines.first ?? [:]).merging(["documents": documents]) { $1 }
    }
  }

  /// The code of a refusal.
  var code: String? { get throws { try object["code"] as? String } }

  var text: String { String(decoding: body, as: UTF8.self) }

  func value(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name }?.value
  }
}

extension DocumentExchange {
  /// The exchange of a note that was edited since a version.
  init(of note: Note, since version: Note.Version) throws {
    self.init(
      version: try note.version.encoded(),
      delta: try #require(note.delta(since: version)).encoded())
  }
}
