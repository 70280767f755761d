// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentDocuments
import DecentNotes
import Foundation
import ReplicatingTypes

@testable import DecentServer

/// A page in Swift: a replica that edits its documents apart and exchanges them with a server.
final class FakePage {
  private(set) var notes: [NoteID: Note] = [:]
  /// The versions that the library is known to have.
  private var held: [DocumentName: [UInt8]] = [:]
  private var known = (revision: 0, run: "")
  private var fetches = 0
  /// The documents that changed in the library and were not fetched since, with the fetch of changes
  /// that named them last. An answer may be lost, or be older than the change.
  private var wanted: [DocumentName: Int] = [:]
  private(set) var refusals: [Refusal] = []

  /// A request that may be sent at any time, and more than once.
  struct Request {
    let name: DocumentName
    let body: [UInt8]
    let fetches: Int
    var target: String { "/v1/documents/\(name.text)" }
  }

  func edit(_ id: NoteID, _ change: (inout Note) -> Void) {
    var note = notes[id] ?? Note()
    notes[id] = nil
    change(&note)
    notes[id] = note
  }

  /// The names of the documents that hold edits which the library is not known to have, or all.
  func names(all: Bool = false) throws -> [DocumentName] {
    let documents = notes.keys.sorted().map { DocumentName.note($0) }
    return all ? documents : try documents.filter { try held[$0] != version(of: $0) }
  }

  /// The note of a document. A page asks for no others.
  private func note(_ name: DocumentName) -> Note { name.note.flatMap { notes[$0] } ?? Note() }

  private func version(of name: DocumentName) throws -> [UInt8] {
    try note(name).version.encoded()
  }

  /// A request with the edits of a document that the library is not known to have, or with all.
  func request(_ name: DocumentName, whole: Bool = false) throws -> Request {
    let known = whole ? nil : held[name]
    let exchange = try Self.exchange(note(name), since: known)
    return Request(name: name, body: exchange.fields, fetches: fetches)
  }

  private static func exchange(_ note: Note, since bytes: [UInt8]?) throws -> DocumentExchange {
    let known = try bytes.map { try Note.Version(encoded: $0) } ?? Note.Version()
    let isEmpty = note.version == Note.Version()
    return DocumentExchange(
      version: isEmpty ? [] : try note.version.encoded(),
      delta: try note.delta(since: known)?.encoded() ?? [])
  }

  /// Takes an answer in.
  ///
  /// - Returns: A further request that must be sent now; nil if there is none.
  func take(_ answer: Answer, to asked: Request) throws -> Request? {
    let name = asked.name
    switch answer.status {
    case 200:
      do {
        try merge(try DocumentExchange(fields: answer.body), into: name)
      } catch is MissingHistory {
        // The page dropped the note since it asked.
        return try request(name)
      }
    case 409: return try request(name, whole: true)
    case 410:
      if let id = name.note { notes[id] = nil }
      held[name] = nil
    default:
      refusals.append(
        Refusal(answer.status, try answer.code ?? "", try answer.object["message"] as? String ?? "")
      )
    }
    if let fetch = wanted[name], fetch <= asked.fetches { wanted[name] = nil }
    return nil
  }

  private func merge(_ ours: DocumentExchange, into name: DocumentName) throws {
    guard !ours.version.isEmpty, let id = name.note else { return }
    var note = note(name)
    if !ours.delta.isEmpty { try note.merge(delta: Note.Delta(encoded: ours.delta)) }
    notes[id] = note
    held[name] = try joined(held[name], ours.version, name)
  }

  /// Answers may come in any order.
  private func joined(
    _ one: [UInt8]?, _ other: [UInt8], _ name: DocumentName
  ) throws -> [UInt8] {
    guard let one else { return other }
    let (first, second) = (try Note.Version(encoded: one), try Note.Version(encoded: other))
    return try note(name).shortened(first.merged(with: second)).encoded()
  }

  /// Asks what changed in the library since the last call.
  ///
  /// - Returns: The requests for all that was not fetched yet.
  func fetch(_ ask: (String) throws -> Answer) throws -> [Request] {
    let changes = try ask("/v1/changes?after=\(known.revision)&run=\(known.run)").changes
    known = (changes["revision"] as? Int ?? 0, changes["run"] as? String ?? "")
    fetches += 1
    let documents = changes["documents"] as? [[String: Any]] ?? []
    let gone = changes["gone"] as? [String] ?? []
    for name in documents.compactMap({ $0["name"] as? String }) + gone {
      switch DocumentName(text: name) {
      // A copy of a purged note may have edits beyond the purge: the library decides.
      case .note(let id)? where gone.contains(name) && notes[id] == nil: continue
      case .purge?, nil: continue
      case let name?: wanted[name] = fetches
      }
    }
    return try wanted.keys.sorted { $0.text < $1.text }.map { try request($0) }
  }
}
