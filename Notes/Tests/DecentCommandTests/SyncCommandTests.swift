// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite struct SyncCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.ofTwoDevices()
  }

  private func sync(_ device: String) throws -> String {
    try scene.done("--library", device, "sync").replacing(/\d+ bytes/, with: "N bytes")
  }

  private func objects() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path + "/shared")
      .filter { $0.contains("log/") }.sorted()
  }

  @Test func remotesAreListedAndRemoved() throws {
    #expect(
      scene.plain(try scene.done("--library", "phone", "remote", "list"))
        == "cloud  FOLDER/shared\n")
    #expect(
      scene.plain(try scene.done("--library", "phone", "remote", "remove", "cloud"))
        == "cloud  FOLDER/shared\n")
    #expect(try scene.done("--library", "phone", "remote", "list") == "")
  }

  @Test func aFolderThatIsARemoteOrHoldsTheLibraryIsRefused() throws {
    try scene.makeFolder("laptop/inner")
    try scene.makeFolder("shared/decent-7/log")
    for (folder, words) in [
      ("shared", "that folder is the remote 'cloud' already"),
      ("laptop/inner", "choose another folder, outside of it"),
      (".", "the library lies in"),
      ("shared/decent-7", "choose \(scene.folder.path)/shared"),
      ("shared/decent-7/log/", "choose \(scene.folder.path)/shared"),
    ] {
      let outcome = try scene.run("--library", "laptop", "remote", "add", "more", folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(words), "\(outcome)")
    }
    let outcome = try scene.run("--library", "new", "remote", "add", "more", ".")
    #expect(outcome.errors.contains("the library lies in"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: scene.folder.path + "/new"))
  }

  /// Sync names the folder of earlier programs, and never writes there.
  @Test func theFolderOfAnEarlierProgramIsNamed() throws {
    try scene.makeFolder("shared/decent-1/log")
    try Data("old".utf8).write(to: scene.folder.appending(path: "shared/decent-1/log/x-1"))
    _ = try scene.done("--library", "laptop", "add", "Plan")
    for _ in 0..<2 {
      let outcome = try scene.run("--library", "laptop", "sync")
      // All of this notebook is there.
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("\(scene.folder.path)/shared/decent-1: "), "\(outcome)")
      #expect(outcome.errors.contains("export with that program, import here"), "\(outcome)")
    }
    #expect(
      try FileManager.default.subpathsOfDirectory(
        atPath: scene.folder.path + "/shared/decent-1"
      ).sorted() == ["log", "log/x-1"])
    #expect(try scene.done("--library", "phone", "sync").contains("Plan") == false)
  }

  @Test func aFolderThatBecameAnotherRemotesIsSyncedOnce() throws {
    try scene.makeFolder("stick")
    _ = try scene.done("--library", "laptop", "remote", "add", "stick", "stick")
    let stick = scene.folder.path + "/stick"
    try FileManager.default.removeItem(atPath: stick)
    try FileManager.default.createSymbolicLink(
      atPath: stick, withDestinationPath: scene.folder.path + "/shared")
    _ = try scene.done("--library", "laptop", "add", "Plan")
    for _ in 0..<2 {
      let outcome = try scene.run("--library", "laptop", "sync")
      #expect(outcome.status == 1)
      #expect(outcome.output.hasPrefix("cloud: "), "\(outcome)")
      #expect(
        scene.plain(outcome.errors) == """
          decent: stick: FOLDER/stick: it is the folder of the remote 'cloud' too; remove one of \
          the two (decent remote remove stick)
          decent: not everything could be synced with: stick

          """)
    }
    #expect(try objects().count { !$0.contains("-ack-") } == 1)
  }

  @Test func aSyncSaysWhatItDidAndTheNextOneDoesNothing() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan", "--text", "Hello")
    #expect(try sync("laptop") == "cloud: N bytes sent\n")
    #expect(try sync("phone") == "cloud: 1 note changed here, N bytes received\n")
    let before = try objects()
    for device in ["laptop", "phone", "laptop"] {
      #expect(try sync(device) == "cloud: nothing new\n")
    }
    #expect(try objects() == before)
    let pages = try ["laptop", "phone"].map { try scene.done("--library", $0, "show", "Plan") }
    #expect(pages[0] == pages[1])
  }

  @Test func anEmptiedFolderIsFilledAgain() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    _ = try sync("laptop")
    try FileManager.default.removeItem(atPath: scene.folder.path + "/shared")
    try scene.makeFolder("shared")
    #expect(try sync("laptop") == "cloud: N bytes sent\n")
    #expect(try sync("phone") == "cloud: 1 note changed here, N bytes received\n")
  }

  @Test func whatAnotherDeviceWroteIsSentByALaterSync() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    for device in ["laptop", "phone"] { _ = try sync(device) }
    try FileManager.default.removeItem(atPath: scene.folder.path + "/shared")
    try scene.makeFolder("shared")
    #expect(try sync("phone") == "cloud: nothing new\n")
    #expect(try sync("phone") == "cloud: N bytes sent\n")
    #expect(try sync("phone") == "cloud: nothing new\n")
  }

  @Test func whatCameFromAnotherRemoteIsPutOffOnce() throws {
    try scene.makeFolder("stick")
    _ = try scene.done("--library", "phone", "remote", "add", "stick", "stick")
    _ = try scene.done("--library", "laptop", "add", "Plan")
    for device in ["laptop", "phone"] { _ = try scene.run("--library", device, "sync", "cloud") }
    #expect(
      try scene.done("--library", "phone", "sync", "stick")
        == "stick: 1 note of other devices left to a later sync\n")
    #expect(
      try scene.done("--library", "phone", "sync", "stick").contains("bytes sent"))
  }

  @Test func statusTellsWhatWaitsAndWhoHasWhat() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    #expect(
      scene.plain(try scene.done("--library", "laptop", "status")) == """
        cloud  FOLDER/shared
          never synced
          waits  ID  Plan

        """)
    for device in ["laptop", "phone", "laptop"] { _ = try sync(device) }
    let before = try objects()
    #expect(
      scene.plain(try scene.done("--library", "laptop", "status")) == """
        this device  ID
        cloud  FOLDER/shared
          synced  TIME
          nothing waits to be sent
          device  ID  HOST  has all of this device's changes, as of TIME

        """)
    #expect(
      scene.plain(try scene.done("--library", "phone", "status")) == """
        this device  ID
        cloud  FOLDER/shared
          synced  TIME
          nothing waits to be sent
          device  ID  HOST  has all of this device's changes, as of TIME

        """)
    #expect(try objects() == before)
  }

  @Test func statusNamesWhatIsDamagedAndAFolderThatIsGone() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    _ = try sync("laptop")
    let object = try #require(try objects().first { !$0.contains("-ack-") })
    try scene.write([1, 2, 3], to: "shared/" + object)
    _ = try scene.run("--library", "phone", "sync")
    let text = scene.plain(try scene.done("--library", "phone", "status"))
    #expect(text.contains("\n  pending  FOLDER/shared/decent-7/log/ID-1-ID: it is "), "\(text)")
    try FileManager.default.removeItem(atPath: scene.folder.path + "/shared")
    let gone = try scene.done("--library", "phone", "status")
    #expect(gone.contains("\n  there is no such folder; mount its disk or "))
  }

  @Test func aRemoteThatIsAddedAgainMeetsTheSameDevice() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    _ = try sync("laptop")
    _ = try scene.done("--library", "laptop", "remote", "remove", "cloud")
    _ = try scene.done("--library", "laptop", "remote", "add", "cloud", "shared")
    for _ in 0..<2 {
      let outcome = try scene.run("--library", "laptop", "sync")
      #expect(outcome.errors == "")
      #expect(!outcome.output.contains("sent"), "\(outcome)")
    }
  }

  @Test func statusInJSON() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    #expect(
      scene.plain(try scene.done("--library", "laptop", "status", "--json")) == """
        {
          "remotes" : [
            {
              "damaged" : [

              ],
              "devices" : [

              ],
              "folder" : "FOLDER/shared",
              "incomplete" : false,
              "name" : "cloud",
              "pending" : [

              ],
              "purgesWaiting" : [

              ],
              "reachable" : true,
              "sent" : 0,
              "waiting" : [
                {
                  "id" : "ID",
                  "next" : true,
                  "title" : "Plan"
                }
              ]
            }
          ]
        }

        """)
    for device in ["laptop", "phone", "laptop"] { _ = try sync(device) }
    let text = try scene.done("--library", "laptop", "status", "--json")
    #expect(
      scene.plain(text).contains(
        """
              "devices" : [
                {
                  "acknowledged" : 1,
                  "acknowledgedAt" : "TIME",
                  "contradicts" : false,
                  "id" : "ID",
                  "name" : "HOST",
                  "received" : 0,
                  "retired" : false
                }
              ],
        """), "\(text)")
    #expect(scene.plain(text).contains("\"synced\" : \"TIME\""))
  }

  @Test func syncInJSON() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    _ = try sync("laptop")
    let text = scene.plain(try scene.done("--library", "phone", "sync", "--json"))
    #expect(
      text.replacing(/"bytes" : [1-9]\d*/, with: "\"bytes\" : N") == """
        {
          "remotes" : [
            {
              "changed" : [
                "ID"
              ],
              "contradicting" : [

              ],
              "damaged" : [

              ],
              "folder" : "FOLDER/shared",
              "incomplete" : false,
              "newDevice" : false,
              "postponed" : [

              ],
              "problems" : [

              ],
              "purged" : [

              ],
              "received" : {
                "bytes" : N,
                "objects" : 1
              },
              "remote" : "cloud",
              "sent" : {
                "bytes" : 0,
                "objects" : 0
              },
              "wasRetired" : false
            }
          ]
        }

        """)
    try FileManager.default.removeItem(atPath: scene.folder.path + "/shared")
    let outcome = try scene.run("--library", "phone", "sync", "--json")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\"kind\" : \"user\""), "\(outcome)")
  }

  @Test func aFolderThatIsGoneFailsAndLosesNothing() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    try FileManager.default.removeItem(atPath: scene.folder.path + "/shared")
    let outcome = try scene.run("--library", "laptop", "sync")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("/shared"), "\(outcome)")
    #expect(outcome.errors.hasSuffix("decent: not everything could be synced with: cloud\n"))
    try scene.makeFolder("shared")
    #expect(try sync("laptop") == "cloud: N bytes sent\n")
  }

  @Test func aDamagedObjectIsNamedAndHindersNoOther() throws {
    _ = try scene.done("--library", "laptop", "add", "First")
    _ = try sync("laptop")
    let object = try #require(try objects().first)
    try scene.write([1, 2, 3], to: "shared/" + object)
    _ = try scene.done("--library", "phone", "add", "Second")
    let outcome = try scene.run("--library", "phone", "sync")
    #expect(outcome.status == 1)
    let name = try #require(object.split(separator: "/").last)
    #expect(outcome.errors.contains(name), "\(outcome)")
    #expect(
      outcome.errors.hasSuffix(
        """
        decent: cloud: this library is incomplete: 1 file there could not be taken in, and may hold \
        notes or changes of notes: sync again when other devices have synced
        decent: not everything could be synced with: cloud

        """), "\(outcome)")
    #expect(
      try scene.done("--library", "phone", "status")
        .contains("\n  this library is incomplete: 1 file there could not be taken in, and "))
    #expect(
      try scene.done("--library", "phone", "status", "--json").contains("\"incomplete\" : true"))
    #expect(scene.plain(try scene.done("--library", "phone", "list")) == "ID  Second\n")
  }

  @Test func everyRemoteIsTried() throws {
    try scene.makeFolder("stick")
    _ = try scene.done("--library", "laptop", "remote", "add", "stick", "stick")
    _ = try scene.done("--library", "laptop", "add", "Plan")
    try FileManager.default.removeItem(atPath: scene.folder.path + "/shared")
    let outcome = try scene.run("--library", "laptop", "sync")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("stick: "))
    #expect(try scene.run("--library", "laptop", "sync", "stick").status == 0)
  }

  @Test func anObjectsNameCommandsNoTerminal() throws {
    _ = try scene.done("--library", "laptop", "add", "First")
    _ = try sync("laptop")
    try scene.write([1], to: "shared/decent-7/log/evil\u{1b}[2J\ndecent: all is well")
    let outcome = try scene.run("--library", "phone", "sync")
    #expect(outcome.errors.contains(#"evil\u{1B}[2J\ndecent: all is well"#), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func aDamagedObjectIsNamedByItsPathAndWhatToDo() throws {
    try scene.makeFolder("shared/decent-7/log")
    try scene.write([1, 2, 3], to: "shared/decent-7/log/torn")
    let outcome = try scene.run("--library", "phone", "sync")
    #expect(
      scene.plain(outcome.errors).hasPrefix("decent: cloud: FOLDER/shared/decent-7/log/torn: "),
      "\(outcome)")
    #expect(
      outcome.errors.hasSuffix("torn: it is no file of Decent; move it away\n"), "\(outcome)")
    let status = try scene.done("--library", "phone", "status")
    #expect(status.contains("torn: it is no file of Decent; move it away\n"), "\(status)")
  }

  @Test func damageThatIsHealedIsNoProblemAnyMore() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    _ = try sync("laptop")
    let object = try #require(try objects().first { !$0.contains("-ack-") })
    try scene.write([1, 2, 3], to: "shared/" + object)
    for device in ["phone", "laptop"] {
      let outcome = try scene.run("--library", device, "sync")
      #expect(outcome.errors.contains("it is damaged"), "\(outcome)")
    }
    for device in ["laptop", "phone", "laptop", "phone"] {
      #expect(try scene.run("--library", device, "sync").errors == "", "\(device)")
      let status = try scene.done("--library", device, "status")
      #expect(status.contains("it is damaged, but no longer needed"), "\(status)")
    }
    #expect(scene.plain(try scene.done("--library", "phone", "list")) == "ID  Plan\n")
  }

  @Test func statusNamesSomeOfManyAndSaysWhatIsNotKnown() throws {
    for device in ["laptop", "phone"] {
      _ = try scene.done("--library", device, "add", "Plan of the \(device)")
      _ = try sync(device)
    }
    _ = try scene.run("--library", "laptop", "sync")
    _ = try scene.done("--library", "laptop", "add", "One more")
    _ = try sync("laptop")
    try scene.makeFolder("files")
    for number in 0..<30 { try scene.write("text", to: "files/\(number).md") }
    _ = try scene.done("--library", "laptop", "import", "files")
    let status = scene.plain(try scene.done("--library", "laptop", "status"))
    #expect(status.components(separatedBy: "\n  waits  ").count == 21, "\(status)")
    #expect(status.contains("\n  and 10 more\n"), "\(status)")
    #expect(
      status.contains("has at least 1 of this device's 2 uploads, as of TIME\n"), "\(status)")
    #expect(
      try scene.done("--library", "phone", "status")
        .contains("what it has of this device's changes is not known yet\n"))
  }

  @Test func aNewDeviceIDIsTold() throws {
    _ = try scene.done("--library", "laptop", "add", "Before")
    _ = try sync("laptop")
    try FileManager.default.copyItem(
      atPath: scene.folder.path + "/laptop", toPath: scene.folder.path + "/clone")
    for device in ["laptop", "clone"] {
      _ = try scene.done("--library", device, "add", "On the \(device)")
    }
    _ = try sync("laptop")
    let outcome = try scene.run("--library", "clone", "sync")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("took a new device id"), "\(outcome)")
  }
}
