// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import ReplicatingTypes
import Synchronization
import Testing

@testable import DecentNotes
@testable import DecentSync

/// The devices that a history tells. The clock stands almost still: an entry ends with its run, and a
/// run after a minute.
@Suite(.seeded) struct HistoryDeviceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func library(_ name: String) throws -> Library {
    try Library(openingOrCreating: folder.path(name))
  }

  private func sync(_ library: Library, _ name: String, _ store: MemoryStore) async throws {
    _ = try await library.sync(
      with: store, as: RemoteName("cloud"), options: SyncOptions(deviceName: name))
  }

  /// The names of the devices that made the changes of a note, the newest first.
  private func devices(of id: NoteID, in library: Library) throws -> [String?] {
    let devices = try library.historyDevices()
    return try library.history(of: id).entries.map { devices[$0]?.name }
  }

  @Test func changesTellTheirDevicesOnAll() async throws {
    // The note is made some milliseconds after the run begins, which is the time of an edit of the text.
    let clock = TickingClock()
    let environment = ReplicationEnvironment(
      milliseconds: { clock.tick() }, random: { .random(in: 0 ... .max) })
    try await environment.run { try await checkThatChangesTellTheirDevicesOnAll() }
  }

  private func checkThatChangesTellTheirDevicesOnAll() async throws {
    let (laptop, phone, store) = (try library("laptop"), try library("phone"), MemoryStore())
    let id = try laptop.add(NoteDraft(title: "Plan", text: "one"))
    for (library, name) in [(laptop, "Laptop"), (phone, "Phone")] {
      try await sync(library, name, store)
    }
    try phone.setText(of: id, to: "one two")
    try phone.setTitle(of: id, to: "Plans")
    for (library, name) in [(phone, "Phone"), (laptop, "Laptop"), (phone, "Phone")] {
      try await sync(library, name, store)
    }
    try laptop.setText(of: id, to: "two", editedFrom: laptop.note(id))
    // The last change of a run that changed the text twice stands by itself.
    let told = try devices(of: id, in: laptop)
    #expect(told == ["Laptop", "Phone", "Laptop", "Laptop"])
    try await sync(laptop, "Laptop", store)
    try await sync(phone, "Phone", store)
    #expect(try devices(of: id, in: phone) == devices(of: id, in: laptop))
    let known = try laptop.historyDevices()
    #expect(
      try laptop.history(of: id).entries.map { known[$0]?.isThisDevice }
        == [true, false, true, true])
  }

  /// Marks of what an author changed must not mark what others wrote meanwhile.
  @Test func theTextBeforeAnEditIsThatWhichItsAuthorSaw() async throws {
    let (laptop, phone, store) = (try library("laptop"), try library("phone"), MemoryStore())
    let id = try laptop.add(NoteDraft(title: "Plan", text: "one\n"))
    try await sync(laptop, "Laptop", store)
    try await sync(phone, "Phone", store)
    try laptop.add("two", to: id, at: .end)
    try phone.add("zero", to: id, at: .beginning)
    for (library, name) in [(phone, "Phone"), (laptop, "Laptop"), (phone, "Phone")] {
      try await sync(library, name, store)
    }
    try phone.setText(of: id, to: "zero\nONE\ntwo\n")
    let history = try phone.history(of: id)
    let texts = try history.entries.compactMap(\.text).map { change in
      let version = try history.find("\(change.version)")
      return [history.text(before: version) ?? "?", try history.text(at: version)]
    }
    #expect(texts[0] == ["zero\none\ntwo\n", "zero\nONE\ntwo\n"])
    #expect(Set(texts[1...]).contains(["one\n", "zero\none\n"]))
    #expect(texts.last?.first == "")
  }

  /// The phone and the tablet share no remote with each other: the laptop passes on what they write.
  @Test func whoPassesEditsOnDidNotMakeThem() async throws {
    let (laptop, phone, tablet) = (
      try library("laptop"), try library("phone"), try library("tablet")
    )
    let (cloud, stick) = (MemoryStore(), MemoryStore())
    let id = try phone.add(NoteDraft(title: "Plan", text: "one"))
    try await sync(phone, "Phone", cloud)
    try await sync(laptop, "Laptop", cloud)
    try laptop.setPinned(true, [id])
    _ = try await laptop.sync(
      with: stick, as: RemoteName("stick"), options: SyncOptions(deviceName: "Laptop"))
    _ = try await tablet.sync(
      with: stick, as: RemoteName("stick"), options: SyncOptions(deviceName: "Tablet"))
    try tablet.setText(of: id, to: "one two")
    _ = try await tablet.sync(
      with: stick, as: RemoteName("stick"), options: SyncOptions(deviceName: "Tablet"))
    // The tablet never met the phone.
    #expect(try devices(of: id, in: tablet) == ["Tablet", "Laptop", nil])
    #expect(try devices(of: id, in: laptop) == ["Laptop", "Phone"])
  }

  @Test func aDeviceThatWasRetiredIsStillThisDevice() async throws {
    let (laptop, phone, store) = (try library("laptop"), try library("phone"), MemoryStore())
    let id = try laptop.add(NoteDraft(title: "Plan", text: "one"))
    try await sync(laptop, "Laptop", store)
    try await sync(phone, "Phone", store)
    let former = try #require(try laptop.device())
    try phone.retire(former)
    try await sync(phone, "Phone", store)
    try await sync(laptop, "Laptop", store)
    #expect(try laptop.device() != former)
    try laptop.setText(of: id, to: "one two")
    try await sync(laptop, "Laptop", store)
    let runs = try laptop.history(of: id).entries.map(\.run.device)
    #expect(Set(runs) == [former.mark, try #require(try laptop.device()).mark])
    let known = try laptop.historyDevices()
    #expect(try laptop.history(of: id).entries.allSatisfy { known[$0]?.isThisDevice == true })
  }

  /// The original goes on under the id that a copy gave up: its edits are no edits of the copy.
  @Test func aCopyOfALibraryIsAnotherDevice() async throws {
    let (original, store) = (try library("original"), MemoryStore())
    let id = try original.add(NoteDraft(title: "Plan", text: "one"))
    try FileManager.default.copyItem(
      atPath: folder.path("original"), toPath: folder.path("copy"))
    let copy = try library("copy")
    #expect(try copy.device() == original.device())
    for _ in 0..<2 {
      try await sync(original, "Original", store)
      try await sync(copy, "Copy", store)
    }
    #expect(try copy.device() != original.device())
    #expect(try copy.devices().map(\.name) == ["Copy", "Original"])
    #expect(try original.devices().map(\.name) == ["Original", "Copy"])
    try original.setText(of: id, to: "one two")
    try await sync(original, "Original", store)
    try await sync(copy, "Copy", store)
    try copy.setText(of: id, to: "two")
    let told = ["Copy", "Original"]
    #expect(try devices(of: id, in: copy) == told)
    try await sync(copy, "Copy", store)
    try await sync(original, "Original", store)
    #expect(try devices(of: id, in: original) == told)
  }

  @Test func theFirstImportTellsTheDevice() throws {
    let laptop = try library("laptop")
    var files = [
      ImportedFile(NoteFile("one"), defaultTitle: "Plan", path: "/Plan.md", isNew: false)
    ]
    _ = try laptop.take { files.popLast() }
    let known = try laptop.historyDevices()
    let id = try #require(try laptop.summaries().first).id
    #expect(try laptop.history(of: id).entries.map { known[$0]?.isThisDevice } == [true])
  }

  /// The name of one of two devices with the same mark would be a guess.
  @Test func aMarkOfTwoDevicesNamesNone() async throws {
    let (laptop, phone, store) = (try library("laptop"), try library("phone"), MemoryStore())
    let id = try laptop.add(NoteDraft(title: "Plan", text: "one"))
    let device = try #require(try laptop.device())
    let twin = DeviceID(rawValue: device.rawValue ^ 1 << 127)
    let policy = try phone.policy(for: RemoteName(""))
    try phone.setRow(of: twin)
    #expect(try policy.device().mark == device.mark)
    try await sync(laptop, "Laptop", store)
    try await sync(phone, "Phone", store)
    try await sync(laptop, "Laptop", store)
    #expect(try laptop.devices().count == 2)
    #expect(try devices(of: id, in: laptop) == [nil])
  }

  /// Damaged sync state keeps no app from writing.
  @Test func aDamagedDeviceRowKeepsNobodyFromWritingOrReading() throws {
    let laptop = try library("laptop")
    let id = try laptop.add(NoteDraft(title: "Plan", text: "one"))
    try laptop.rows.set(RowKey(.device), to: [1])
    try laptop.setText(of: id, to: "one two")
    #expect(try laptop.note(id).text.string == "one two")
    #expect(try laptop.device() == nil)
    #expect(try devices(of: id, in: laptop).allSatisfy { $0 == nil })
  }
}

extension Library {
  fileprivate func setRow(of device: DeviceID) throws {
    var bytes = withUnsafeBytes(of: device.rawValue.littleEndian) { Array($0) }
    bytes += [0, 0]
    try rows.set(RowKey(.device), to: bytes)
  }
}

/// A clock that goes on by a millisecond whenever it is asked.
private final class TickingClock: Sendable {
  private let time = Atomic<UInt64>(1_700_000_000_000)

  func tick() -> UInt64 { time.wrappingAdd(1, ordering: .relaxed).newValue }
}
