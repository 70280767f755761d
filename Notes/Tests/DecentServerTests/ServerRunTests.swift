// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation
import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentServer

/// Which runs of a server a library has whole.
@Suite struct ServerRunTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
    _ = try library.add(NoteDraft(title: "Plan"))
  }

  private func begin() throws -> ServedNotebook {
    try ServedNotebook(folder: folder.path("library"), id: "the library")
  }

  private func isWhole(_ notebook: ServedNotebook, after run: String) throws -> Bool? {
    try Answer(notebook.response(to: .changes(after: 1, run: run))).changes["whole"] as? Bool
  }

  private func end(_ notebook: ServedNotebook) {
    notebook.close()
    notebook.noteEnd()
  }

  @Test func aRevisionIsKnownIfItsRunEndedInOrder() throws {
    var ended: [String] = []
    for _ in 0..<3 {
      let notebook = try begin()
      #expect(try isWhole(notebook, after: notebook.run) == false)
      for run in ended { #expect(try isWhole(notebook, after: run) == false) }
      for run in ["", "another"] { #expect(try isWhole(notebook, after: run) == true) }
      #expect(!ended.contains(notebook.run))
      end(notebook)
      ended.append(notebook.run)
    }
    let killed = try begin()
    killed.close()
    let notebook = try begin()
    #expect(try isWhole(notebook, after: killed.run) == true)
    #expect(try isWhole(notebook, after: ended[0]) == false)
    notebook.close()
  }

  @Test func onlyTheLastRunsAreKept() throws {
    for run in 0...1000 { try library.noteEnd(ofRun: "run \(run)") }
    #expect(try !library.hasAll(ofRun: "run 0"))
    for run in [1, 2, 1000] { #expect(try library.hasAll(ofRun: "run \(run)")) }
  }

  /// The library lost a document that was put aside. Pages may still have it.
  @Test func aRepairedLibraryHasNoRunWhole() throws {
    try library.noteEnd(ofRun: "run")
    _ = try library.repair()
    #expect(try library.hasAll(ofRun: "run"))
    let database = try Database(file: folder.path("library/library.sqlite"), for: .writing)
    try database.execute(script: "UPDATE bases SET content = x'00'")
    _ = try library.repair()
    #expect(try !library.hasAll(ofRun: "run"))
  }

  /// A page that does not know yet that the server began anew learns nothing of documents.
  @Test func aRequestForAnotherRunIsRefused() throws {
    let bench = try Bench()
    let body = DocumentExchange().fields
    for (method, target) in [
      ("POST", "/v1/documents/note/\(NoteID(rawValue: 7))"), ("POST", "/v1/documents"),
    ] {
      for (run, status) in [(bench.notebook.run, 200), ("another", 409)] {
        let head = bench.head(method, target, RequestHead.Field("Decent-Run", run))
        let parts = target.contains("note") ? [(bytes: body, time: UInt64(0))] : []
        let answer = try Answer(#require(bench.server.answer(head, parts: parts)))
        #expect(answer.status == status)
        #expect(try status == 200 || answer.code == "other-run")
      }
    }
  }
}
