// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation
import TestInputs
import Testing

@testable import DecentServer

@Suite struct ServePlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func aPlaceIsKeptForItsOwnerAlone() throws {
    #expect(ServePlace(of: folder.path("")) == nil)
    var place = ServePlace()
    #expect(ServePlace.ports.contains(place.port))
    try place.store(in: folder.path(""))
    #expect(ServePlace(of: folder.path("")) == place)
    place.token = AccessToken()
    place.port = 4711
    try place.store(in: folder.path(""))
    #expect(ServePlace(of: folder.path("")) == place)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("serve.json"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["serve.json"])
    #expect(place.address == "http://127.0.0.1:4711/#\(place.token.text)")
  }

  @Test(arguments: [
    "", "{", "{}", "[]", #"{"port":1,"token":"x","library":"y"}"#,
    #"{"port":70000,"token":"AAAAAAAAAAAAAAAAAAAAAA","library":"y"}"#,
    #"{"port":0,"token":"AAAAAAAAAAAAAAAAAAAAAA","library":"y"}"#,
  ])
  func aDamagedPlaceIsNone(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("serve.json")))
    #expect(ServePlace(of: folder.path("")) == nil)
  }

  /// A library that was restored from a backup counts its changes from an earlier one on.
  @Test func revisionsNeverGoBack() throws {
    var place = ServePlace()
    place.note(revision: 100)
    #expect(place.offset == 0)
    place.note(revision: 100)
    #expect(place.offset == 0)
    place.note(revision: 40)
    #expect(place.offset == 100)
    try place.store(in: folder.path(""))
    place = try #require(ServePlace(of: folder.path("")))
    place.note(revision: 41)
    #expect(place.offset == 100)
    place.note(revision: 0)
    #expect(place.offset == 141)
    let bench = try Bench()
    let notebook = try ServedNotebook(
      folder: bench.folder.path("library"), id: "id", offset: place.offset)
    defer { notebook.close() }
    _ = try bench.library.add(NoteDraft(title: "Plan"))
    for (known, isWhole) in [(0, true), (100, true), (141, true), (142, false), (143, true)] {
      let answer = try Answer(notebook.response(to: .changes(after: known))).object
      #expect(answer["whole"] as? Bool == isWhole)
      #expect(answer["revision"] as? Int == 142)
      #expect((answer["documents"] as? [Any])?.count == (isWhole ? 1 : 0))
    }
  }

  @Test func oneProgramServesALibrary() throws {
    let path = folder.path("")
    var lock = try ServeLock(of: path)
    #expect(lock != nil)
    #expect(try ServeLock(of: path) == nil)
    lock = nil
    #expect(try ServeLock(of: path) != nil)
    #expect(lock == nil)
  }
}
