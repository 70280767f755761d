// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Testing

@Suite struct FolderStoreTests {
  private let folder: TemporaryFolder
  private let store: FolderStore

  init() throws {
    folder = try TemporaryFolder()
    store = FolderStore(path: folder.path)
  }

  private func name(_ text: String) throws -> ObjectName { try #require(ObjectName(text)) }

  @Test func keepsItsObjectsInOneFolder() throws {
    try store.create(name("log/a-1"), holding: [1])
    #expect(try folder.files() == ["decent-7/log/a-1"])
  }

  @Test func writesNothingToBeLookedAt() throws {
    _ = try store.list(prefix: "log/")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func passesOverWhatIsNotItsOwn() throws {
    try store.create(name("log/a-1"), holding: [1])
    try folder.write("x", to: "holiday.jpg")
    try folder.write("x", to: "decent-7/log/.DS_Store")
    try folder.write("x", to: "decent-7/log/.decent-77.tmp")
    try folder.write("x", to: "decent-7/.stversions/log/a-1")
    #expect(try store.list(prefix: "").map(\.name.text) == ["log/a-1"])
  }

  /// Each may hide an object, or all of them.
  @Test func namesWhatMayHideObjects() throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/decent-7 (1)/log", withIntermediateDirectories: true)
    // A device that took the inside of a remote for a remote wrote these.
    try folder.write("x", to: "decent-7/decent-7/log/a-2")
    try folder.write("x", to: "decent-7/log/a-1")
    try folder.write("x", to: "decent-70/log/a-1")
    try folder.write("x", to: "decent-7.zip")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/decent-7/log/link", withDestinationPath: "a-1")
    let file = fopen(
      "\(folder.path)/decent-7/log/f\u{1}r".utf8CString.map { $0 == 1 ? -4 : $0 }, "w")
    try #require(file.map { fclose($0) } == 0)
    let (copy, link, latin) = (
      try name("decent-7 (1)"), try name("log/link"), try name("log/f\u{FFFD}r")
    )
    let listed = try store.list(prefix: "")
    #expect(Set(listed.filter { $0.size == 0 }.map(\.name)) == [copy, link, latin])
    #expect(listed.count == 5)
    let inner = try name("decent-7/log/a-2")
    #expect(store.place(of: inner) == "\(folder.path)/decent-7/decent-7/log/a-2")
    #expect(try store.read(inner) == Array("x".utf8))
    for (name, words) in [
      (copy, "decent-7 (1): it lies beside decent-7"), (link, "move it away"),
      (latin, "its name is not UTF-8; rename it"),
    ] {
      let error = #expect(throws: StoreError.self) { try store.read(name) }
      #expect(error?.kind == .damaged && error?.scope == .object)
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test func theInsideOfAStoreIsKnownByItsNames() {
    for (path, outer) in [
      ("/s/decent-7", "/s"), ("/s/decent-7/log/", "/s"), ("s/t/decent-1/devices", "s/t"),
      ("decent-7", "."), ("decent-7/log", "."),
      ("/s", nil), ("/s/log", nil), ("/decent-7/s", nil), ("/s/decent-70", nil),
    ] {
      #expect(FolderStore.store(around: path) == outer, "\(path)")
    }
  }

  /// It is listed as one object, neither read nor written, and hinders nothing.
  @Test func namesTheFolderOfAnEarlierProgramOnce() throws {
    for name in ["a-1", "b-1"] { try folder.write("x", to: "decent-1/log/\(name)") }
    let former = try name("decent-1")
    #expect(try store.list(prefix: "").map(\.name) == [former])
    #expect(try store.list(prefix: "log/").isEmpty)
    let error = #expect(throws: StoreError.self) { try store.read(former) }
    #expect(error?.kind == .older && error?.scope == .object)
    #expect(error?.description.contains("export with that program") == true)
    try store.delete(former)
    try store.create(name("log/a-1"), holding: [1])
    #expect(try folder.files() == ["decent-1/log/a-1", "decent-1/log/b-1", "decent-7/log/a-1"])
    #expect(try store.read(name("log/a-1")) == [1])
  }

  @Test func mayBeReachedThroughALink() throws {
    let link = "\(folder.path)/link"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/there", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "\(folder.path)/there")
    try FolderStore(path: link).create(name("log/a"), holding: [1])
    #expect(try folder.files().contains("there/decent-7/log/a"))
  }

  /// The folder of an unmounted disk must not be created at the disk's mount point.
  @Test func neverMakesTheFolderItself() throws {
    let gone = FolderStore(path: "\(folder.path)/stick")
    try check(gone, says: "there is no such folder")
    #expect(try folder.files().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/stick"))
  }

  /// The empty path would stand for the root of all folders.
  @Test func anEmptyPathIsNoFolder() throws {
    try check(FolderStore(path: ""), says: "the path of its folder is empty")
  }

  @Test func noticesThatTheFolderVanished() throws {
    try store.create(name("log/a"), holding: [1])
    try FileManager.default.removeItem(atPath: folder.path)
    try check(store, says: "there is no such folder")
  }

  @Test func saysThatTheFolderIsAFile() throws {
    try folder.write("x", to: "file")
    try check(FolderStore(path: "\(folder.path)/file"), says: "it is not a folder")
  }

  private func check(_ store: FolderStore, says reason: String) throws {
    let errors = [
      #expect(throws: StoreError.self) { try store.list(prefix: "log/") },
      #expect(throws: StoreError.self) { try store.read(name("log/a")) },
      #expect(throws: StoreError.self) { try store.create(name("log/b"), holding: [1]) },
      #expect(throws: StoreError.self) { try store.delete(name("log/a")) },
    ]
    for error in errors {
      #expect(error?.kind == .needsUser)
      #expect(error?.scope == .store)
      #expect(error?.subject == store.path)
      #expect(error?.reason == reason)
    }
  }

  @Test func saysThatAFileIsInTheWay() throws {
    try folder.write("x", to: "decent-7")
    let listing = #expect(throws: StoreError.self) { try store.list(prefix: "log/") }
    #expect(listing?.kind == .needsUser)
    let creation = #expect(throws: StoreError.self) {
      try store.create(name("log/a"), holding: [1])
    }
    #expect(creation?.kind == .needsUser)
    #expect(creation?.scope == .store)
    #expect(creation?.description.contains("move away") == true)
    #expect(try folder.files() == ["decent-7"])
  }

  @Test func callsAFolderInPlaceOfAnObjectDamaged() throws {
    try folder.write("x", to: "decent-7/log/a/b")
    let error = #expect(throws: StoreError.self) { try store.read(name("log/a")) }
    #expect(error?.kind == .damaged)
    #expect(error?.scope == .object)
  }

  @Test func doesNotWaitForAPipe() throws {
    try folder.write("x", to: "decent-7/log/a")
    try #require(mkfifo("\(folder.path)/decent-7/log/pipe", 0o600) == 0)
    #expect(try Set(store.list(prefix: "").map(\.name.text)) == ["log/a", "log/pipe"])
    #expect(throws: StoreError.self) { try store.read(name("log/pipe")) }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write anywhere"))
  func saysThatItMayNotWrite() throws {
    try #require(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    let error = #expect(throws: StoreError.self) { try store.create(name("log/a"), holding: [1]) }
    #expect(error?.kind == .needsUser)
  }

  @Test func sweepsOnlyWhatAKilledUploadLeftLongAgo() throws {
    try store.create(name("log/a-1"), holding: [1])
    let log = "\(folder.path)/decent-7/log"
    let old = [".decent-1.tmp", ".decent-2.txt", ".other.tmp"]
    let young = [".decent-3.tmp", ".decent-4.tmp"]
    for entry in old + young { try folder.write("x", to: "decent-7/log/\(entry)") }
    var ages = Dictionary(uniqueKeysWithValues: old.map { ("\(log)/\($0)", 86_401) })
    ages["\(log)/.decent-3.tmp"] = 86_400
    ages["\(log)/.decent-4.tmp"] = -5
    let files = FailingFiles(ages: ages)
    #expect(try FolderStore(path: folder.path, files: files).list(prefix: "log/").count == 1)
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: log))
        == ["a-1", ".decent-2.txt", ".other.tmp", ".decent-3.tmp", ".decent-4.tmp"])
  }

  @Test func tellsTheAgeOfAFile() throws {
    try folder.write("x", to: "file")
    let path = "\(folder.path)/file"
    let past = Date(timeIntervalSinceNow: -100_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    #expect(try SystemFiles().age(of: path) >= 99_999)
  }
}
