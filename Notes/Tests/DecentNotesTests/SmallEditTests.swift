// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import DecentSync
@testable import ReplicatingText

/// The cost of an edit in a library with a long history.
@Suite struct SmallEditTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let remote = RemoteName("cloud")

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The sizes of new objects. Compactions are left out, since they repeat other objects.
  private func sizes(besides names: Set<ObjectName>) throws -> [Int] {
    try store.list(prefix: "").filter {
      !names.contains($0.name) && LogObject.hint(in: $0.name) == nil
    }.map(\.size)
  }

  private func sync(_ library: Library, on day: UInt64 = 0) async throws {
    _ = try await library.sync(
      with: store, as: remote, now: { day * AcknowledgementDraft.interval })
  }

  /// Runs `body` as a start of the program of its own.
  private func run(_ number: Int, _ body: () throws -> Void) rethrows {
    let time = UInt64(1_700_000_000_000 + number * 1000)
    let environment = ReplicationEnvironment(
      milliseconds: { time }, random: { UInt64(number) &* 0x9e37_79b9_7f4a_7c15 })
    try environment.run(body)
  }

  /// A library has a thousand notes. Three devices edited one of them in a thousand runs.
  @Test func aLetterTakesLessThanAKibibyteAfterAThousandSessions() async throws {
    let devices = try ["laptop", "phone", "tablet"].map {
      try Library(openingOrCreating: folder.path($0))
    }
    let files = (0..<1000).map { number in
      (file: NoteFile("text \(number)"), defaultTitle: "Note \(number)", path: "/\(number).md")
    }
    guard case .added(let id)? = try devices[0].take(in: files).last else {
      Issue.record("no note was added")
      return
    }
    for device in devices { try await sync(device) }
    var copies = try devices.map { try $0.note(id) }
    for number in 0..<1000 {
      run(number) { copies[number % 3].edit(in: number) }
      // Often two devices edit before either takes in the edit of the other.
      if number % 5 < 3 { copies[number % 3].merge(copies[(number + 1) % 3]) }
      guard number % 100 == 99 else { continue }
      for (device, copy) in zip(devices, copies) {
        try device.edit(id) { $0.merge(copy) }
        try await sync(device)
      }
    }
    for _ in 0..<2 {
      for device in devices { try await sync(device) }
    }
    let sessions = try Set(devices[0].note(id).text.editRuns.map(\.session.run))
    #expect(sessions.count == 1001)
    for (number, device) in devices.enumerated() {
      let before = try Set(store.list(prefix: "").map(\.name))
      try run(2000 + number) { try device.edit(id) { $0.text.unicodeScalars.insert("x", at: 10) } }
      try await sync(device)
      let written = try sizes(besides: before)
      #expect(written.count == 1)
      #expect(written.reduce(0, +) < 1024, "\(written) bytes")
    }
    // The day's acknowledgement included.
    for device in devices { try await sync(device, on: 1) }
    let names = try Set(store.list(prefix: "").map(\.name))
    try run(3000) { try devices[1].edit(id) { $0.text.unicodeScalars.insert("y", at: 0) } }
    try await sync(devices[1], on: 2)
    let written = try sizes(besides: names)
    #expect(written.count == 2)
    #expect(written.reduce(0, +) < 1024, "\(written)")
    print("SmallEditTests: \(written) bytes")
  }
}

extension Note {
  /// The edits of a note in one run of the program.
  fileprivate mutating func edit(in run: Int) {
    let place = text.unicodeScalars.count * (run % 7) / 7
    text.unicodeScalars.insert("word \(run) ", at: place)
    if run % 10 == 0 { tags.insert("tag \(run % 5)") }
    if run % 50 == 0 { title.value = "Title \(run)" }
  }
}
