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
    place.begin(at: 100)
    #expect(place.offset == 0)
    place.begin(at: 100)
    #expect(place.offset == 0)
    place.begin(at: 40)
    #expect(place.offset == 100)
    try place.store(in: folder.path(""))
    place = try #require(ServePlace(of: folder.path("")))
    place.begin(at: 41)
    #expect(place.offset == 100)
    place.begin(at: 0)
    #expect(place.offset == 141)
    let bench = try Bench()
    let notebook = try ServedNotebook(folder: bench.folder.path("library"), at: place)
    defer { notebook.close() }
    _ = try bench.library.add(NoteDraft(title: "Plan"))
    for (known, isWhole) in [(0, true), (100, true), (141, true), (142, false), (143, true)] {
      let answer = try Answer(notebook.response(to: .changes(after: known))).object
      #expect(answer["whole"] as? Bool == isWhole)
      #expect(answer["revision"] as? Int == 142)
      #expect((answer["documents"] as? [Any])?.count == (isWhole ? 1 : 0))
    }
  }

  /// The place that is stored is never behind what pages know, whenever the server is killed.
  @Test func whatPagesAreToldIsReservedBefore() throws {
    let path = folder.path("")
    var place = ServePlace()
    place.begin(at: 7)
    try place.store(in: path)
    let revisions = ToldRevisions(of: place, in: path)
    var stores = 0
    var last = place
    for revision in 7...(2 * ServePlace.step + 100) {
      #expect(try revisions.told(revision) == revision)
      let stored = try #require(ServePlace(of: path))
      if stored != last { stores += 1 }
      last = stored
      // After a kill, a library that went back is known by that, and no page is beyond the offset.
      var restored = stored
      restored.begin(at: revision - 1)
      if restored.offset < revision {
        Issue.record("a page knows \(revision), but the offset is \(restored.offset)")
      }
    }
    #expect(stores == 3)
    // After an end nothing was reserved in vain.
    var ended = revisions.end(at: 2100)
    ended.begin(at: 2100)
    #expect(ended.offset == 0)
  }

  @Test func aRevisionThatCannotBeReservedIsNotTold() throws {
    let bench = try Bench()
    _ = try bench.library.add(NoteDraft(title: "Plan"))
    try FileManager.default.createDirectory(
      atPath: bench.folder.path("library/serve.json.new"), withIntermediateDirectories: true)
    let notebook = try ServedNotebook(folder: bench.folder.path("library"), at: ServePlace())
    defer { notebook.close() }
    #expect(try Answer(notebook.response(to: .changes(after: 0))).status == 500)
    try FileManager.default.removeItem(atPath: bench.folder.path("library/serve.json.new"))
    #expect(try Answer(notebook.response(to: .changes(after: 0))).status == 200)
  }
}
