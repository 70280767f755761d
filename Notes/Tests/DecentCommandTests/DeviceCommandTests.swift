// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite struct DeviceCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.ofTwoDevices()
  }

  private func devices(_ library: String) throws -> String {
    scene.plain(try scene.done("--library", library, "devices"))
  }

  /// The id of a device.
  private func id(of library: String) throws -> String {
    let status = try scene.done("--library", library, "status")
    return try String(#require(status.firstMatch(of: /this device  ([0-9a-f]{32})/)).1)
  }

  private func syncAll() throws {
    for _ in 0..<2 {
      for library in ["laptop", "phone"] { _ = try scene.done("--library", library, "sync") }
    }
  }

  @Test func beforeTheFirstSyncThereIsNone() throws {
    #expect(try scene.done("--library", "laptop", "devices") == "")
    _ = try scene.done("--library", "alone", "add", "Plan")
    let outcome = try scene.run("--library", "alone", "devices")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("decent remote add NAME FOLDER"))
  }

  @Test func aVariableNamesTheDevice() throws {
    for name in ["Ann's phone", "Old phone"] {
      _ = try scene.done("--library", "phone", "add", name)
      _ = try scene.done("--library", "phone", "sync", variables: ["DECENT_DEVICE": name])
      _ = try scene.done("--library", "laptop", "sync")
      #expect(try devices("laptop").contains("ID  \(name)  seen TIME"))
    }
  }

  @Test func devicesAreListedWithWhatTheyLack() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    try syncAll()
    #expect(
      try devices("laptop") == """
        ID  HOST  this device
        ID  HOST  seen TIME  has everything

        """)
    _ = try scene.done("--library", "laptop", "add", "News")
    _ = try scene.done("--library", "laptop", "sync")
    #expect(
      try devices("laptop").hasSuffix(
        "ID  HOST  seen TIME  has not said that it has 1 note\n"))
    let text = scene.plain(try scene.done("--library", "laptop", "devices", "--json"))
    #expect(
      text.contains(
        """
            {
              "id" : "ID",
              "name" : "HOST",
              "purgesWaiting" : [

              ],
              "remotes" : [
                "cloud"
              ],
              "retired" : false,
              "seen" : "TIME",
              "this" : false,
              "waiting" : [
                "ID"
              ],
              "waitingUploads" : 1
            }
        """), "\(text)")
  }

  @Test func aRetiredDeviceIsNotWaitedForAndMayReturn() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    try syncAll()
    let old = try id(of: "phone")
    #expect(
      scene.plain(
        try scene.done("--library", "laptop", "devices", "retire", String(old.prefix(6))))
        == "ID  HOST  (retired)\n")
    _ = try scene.done("--library", "laptop", "add", "News")
    _ = try scene.done("--library", "laptop", "sync")
    #expect(try devices("laptop").contains("ID  HOST  seen TIME  retired\n"))
    #expect(
      scene.plain(try scene.done("--library", "laptop", "status")).contains("ID  HOST  retired"))
    _ = try scene.done("--library", "phone", "add", "Late")
    let outcome = try scene.run("--library", "phone", "sync")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("this device was retired on another one"), "\(outcome)")
    #expect(try id(of: "phone") != old)
    try syncAll()
    let lists = try ["laptop", "phone"].map { try scene.done("--library", $0, "list") }
    #expect(lists[0] == lists[1])
    for title in ["Plan", "News", "Late"] { #expect(lists[0].contains(title)) }
    #expect(try scene.run("--library", "phone", "sync").errors == "")
  }

  @Test func wordsThatMeanNoOtherDeviceAreRefused() throws {
    _ = try scene.done("--library", "laptop", "add", "Plan")
    try syncAll()
    for (word, reason) in [
      (try id(of: "laptop"), "is this device itself; retire it on another one"),
      ("tablet", "no device is called 'tablet'"), ("", "no device is called ''"),
      (String(try id(of: "phone").prefix(3)), "no device is called"),
    ] {
      let outcome = try scene.run("--library", "laptop", "devices", "retire", word)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(reason), "\(outcome)")
    }
    let usage = try scene.run("--library", "laptop", "devices", "retire")
    #expect(usage.status == 2)
  }
}
