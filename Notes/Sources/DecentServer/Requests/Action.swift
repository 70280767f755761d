// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync

/// The action that a request asks for. The protocol is described in Documentation/Serve.md.
enum Action: Equatable {
  /// A file of the page.
  case file(path: [String])
  /// The token, in exchange for the code in an address that `decent serve` printed. The key is
  /// random and chosen by the page. The first key that comes with a code claims the code: the same
  /// page can repeat the request, and no other page can use the code.
  case token(code: AccessToken, key: AccessToken)
  /// The documents that were changed after a revision. `run` is the server run that told the page
  /// this revision.
  case changes(after: Int, run: String)
  /// An exchange of a document.
  case exchange(DocumentName, DocumentExchange)
  /// Whole documents.
  case documents([DocumentName])
  /// A stream of news: the revisions after a given revision, and the states of sync.
  case events(after: Int)
  /// The state of sync.
  case status
  /// A sync with all remotes.
  case sync
  /// The retirement of a device: no other device waits for it any longer.
  case retire(DeviceID)
  /// The versions of a note.
  case history(NoteID)
  /// The text of a version.
  case pastText(NoteID, version: String)
}

extension Action {
  /// The maximum number of documents in one request.
  static let mostNames = 1000
  /// The maximum size of an exchange, in bytes.
  static let exchangeLimit = 64 << 20
  private static let namesLimit = 64 << 10
  private static let codeLimit = 64

  /// The maximum size of a request's body, in bytes.
  ///
  /// - Throws: A refusal if the target is malformed, or does not take the method.
  static func bodyLimit(of head: RequestHead) throws(Refusal) -> Int {
    let target = try target(of: head)
    let isOfProtocol = target.path.first == "v1"
    switch (head.method, target.path.dropFirst().first) {
    case ("GET", _): return 0
    case ("HEAD", _) where !isOfProtocol: return 0
    case ("POST", "documents") where isOfProtocol:
      return target.path.count == 2 ? namesLimit : exchangeLimit
    case ("POST", "token") where isOfProtocol: return codeLimit
    case ("POST", "sync") where isOfProtocol: return 0
    case ("POST", "devices") where isOfProtocol: return 0
    default: throw .noSuchMethod
    }
  }

  /// Reads a whole request.
  init(_ head: RequestHead, body: [UInt8]) throws(Refusal) {
    let target = try Self.target(of: head)
    guard target.path.first == "v1" else {
      self = .file(path: target.path)
      return
    }
    let rest = Array(target.path.dropFirst(2))
    switch (head.method, target.path.count > 1 ? target.path[1] : "", rest.count) {
    case ("POST", "token", 0): self = try Self.token(inLinesOf: body)
    case ("GET", "changes", 0):
      self = .changes(
        after: try Self.revision(in: target), run: target.values("run").first ?? "")
    case ("GET", "events", 0): self = .events(after: try Self.revision(in: target))
    case ("GET", "status", 0): self = .status
    case ("POST", "sync", 0): self = .sync
    case ("POST", "devices", 2) where rest[1] == "retire":
      guard let device = DeviceID(rest[0]) else { throw .noSuchDevice }
      self = .retire(device)
    case ("GET", "documents", 0): self = .documents(try Self.names(target.values("name")))
    case ("POST", "documents", 0): self = .documents(try Self.names(inLinesOf: body))
    case ("POST", "documents", _):
      guard let name = DocumentName(text: rest.joined(separator: "/")) else {
        throw .noSuchDocument
      }
      self = .exchange(name, try DocumentExchange(fields: body))
    case ("GET", "history", 1...3):
      guard rest[0] == "note", rest.count > 1, let id = NoteID(rest[1]) else {
        throw .noSuchDocument
      }
      self = rest.count == 3 ? .pastText(id, version: rest[2]) : .history(id)
    default: throw .nothingThere
    }
  }

  private static func target(of head: RequestHead) throws(Refusal) -> RequestTarget {
    guard let target = RequestTarget(head.target) else { throw .badTarget }
    return target
  }

  private static func revision(in target: RequestTarget) throws(Refusal) -> Int {
    let values = target.values("after")
    guard let text = values.first else { return 0 }
    guard values.count == 1, let revision = Int(text), revision >= 0 else { throw .badTarget }
    return revision
  }

  private static func token(inLinesOf body: [UInt8]) throws(Refusal) -> Action {
    let lines = String(decoding: body, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 2, let code = AccessToken(String(lines[0])),
      let key = AccessToken(String(lines[1]))
    else { throw .wrongCode }
    return .token(code: code, key: key)
  }

  private static func names(inLinesOf body: [UInt8]) throws(Refusal) -> [DocumentName] {
    guard let text = String(validating: body, as: UTF8.self) else { throw .badBody }
    return try names(text.split(separator: "\n").map(String.init))
  }

  private static func names(_ texts: [String]) throws(Refusal) -> [DocumentName] {
    guard texts.count <= mostNames else { throw .tooManyNames }
    var names: [DocumentName] = []
    for text in texts {
      guard let name = DocumentName(text: text) else { throw .noSuchDocument }
      names.append(name)
    }
    return names
  }
}
