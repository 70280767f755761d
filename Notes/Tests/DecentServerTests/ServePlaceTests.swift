// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation
import NotesTestInputs
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
    let code = AccessToken()
    #expect(place.address(with: code) == "http://127.0.0.1:4711/#\(code.text)")
    let note = try #require(NoteID("0123456789abcdef0123456789abcdef"))
    #expect(
      place.address(with: code, of: note)
        == "http://127.0.0.1:4711/#\(code.text)/note/0123456789abcdef0123456789abcdef")
  }

  @Test(arguments: [
    "", "{", "{}", "[]", #"{"port":1,"token":"x","library":"y"}"#,
    #"{"port":70000,"token":"AAAAAAAAAAAAAAAAAAAAAA","library":"y"}"#,
    #"{"port":0,"token":"AAAAAAAAAAAAAAAAAAAAAA","library":"y"}"#,
  ])
  func aDamagedPlaceIsNone(text: String) throws {
    #expect(!ServePlace.isDamaged(in: folder.path("")))
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("serve.json")))
    #expect(ServePlace(of: folder.path("")) == nil)
    #expect(ServePlace.isDamaged(in: folder.path("")))
  }
}
