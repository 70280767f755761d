// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing

@testable import DecentNotes
@testable import decent

/// Exports to disks without room for more files.
@Suite struct ExportDiskTests {
  /// The output of a command, and its errors.
  private final class Lines: Sendable {
    let printed = Mutex<[String]>([])
    let complaints = Mutex<[String]>([])
  }

  private let scene: Scene
  private let library: Library
  private let lines = Lines()

  init() throws {
    scene = try Scene()
    library = try Library(openingOrCreating: scene.folder.path + "/notes")
    for number in 0..<5 { _ = try library.add(NoteDraft(title: "\(number)")) }
  }

  private func export(
    isMirror: Bool = false, writing writeFile: @escaping (Data, String) throws -> Void
  ) throws -> CommandFailure? {
    let lines = lines
    let console = Console(
      write: { text in lines.printed.withLock { $0.append(text) } },
      complain: { text in lines.complaints.withLock { $0.append(text) } },
      read: { _ in [] }, ask: { _ in nil }, isTerminal: false, variables: [:],
      folder: scene.folder.path)
    var folder = try ExportFolder(at: scene.folder.path + "/out", telling: .silent)
    if isMirror { folder.mirror = try Mirror(of: library, at: scene.folder.path + "/out") }
    folder.writeFile = writeFile
    var report = WorkReport(on: console)
    return try Command.export(library, into: &folder, telling: .silent, console, &report)
  }

  private func failure(_ code: Int32) -> CocoaError {
    CocoaError(
      .fileWriteUnknown,
      userInfo: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code))])
  }

  /// The same message used to be printed for each remaining note.
  @Test(arguments: [ENOSPC, EDQUOT, EROFS]) func anExportStopsAtADiskThatTakesNothing(
    _ code: Int32
  ) throws {
    var count = 0
    let outcome = try export { _, _ in
      count += 1
      if count > 2 { throw failure(code) }
    }
    let end = try #require(outcome)
    guard case .exportStopped(let path, let reason, written: 2) = end else {
      Issue.record("\(end)")
      return
    }
    #expect(count == 3)
    #expect(lines.complaints.withLock(\.self) == [])
    #expect(lines.printed.withLock(\.count) == 2)
    #expect(
      "\(end)" == "\(path) cannot be written: \(reason); 2 files were written before")
    #expect(reason == SystemReason.words(of: code))
  }

  /// The next export met them as files of a stranger, and never moved or removed them.
  @Test func aMirrorKnowsTheFilesThatWereWrittenBefore() throws {
    var count = 0
    let outcome = try export(isMirror: true) { content, path in
      count += 1
      let place = URL(fileURLWithPath: path)
      // The disk takes half of the third file.
      try (count > 2 ? content.prefix(content.count / 2) : content).write(to: place)
      if count > 2 { throw failure(ENOSPC) }
    }
    guard case .exportStopped(let broken, _, written: 2)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    let mirror = try Mirror(of: library, at: scene.folder.path + "/out")
    let paths = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path + "/out")
      .map { "\(scene.folder.path)/out/\($0)" }
    #expect(paths.count == 3)
    #expect(Set(paths.filter(mirror.owns)) == Set(paths).subtracting([broken]))
    #expect(!mirror.knows(broken))
    // Notes that go take their files with them.
    try library.setTrashed(true, library.summaries().map(\.id))
    #expect(try export(isMirror: true, writing: { _, _ in }) == nil)
    #expect(paths.filter { FileManager.default.fileExists(atPath: $0) } == [broken])
  }

  /// The library remembers a file before it is written: the export may be killed after that.
  @Test func aMirrorKnowsEachFileBeforeItIsWritten() throws {
    let folder = MarkdownFiles.place(of: scene.folder.path) + "/out"
    try library.setFolder(of: [library.summaries()[0].id], to: #require(NoteFolder("Work/Garden")))
    var count = 0
    _ = try export(isMirror: true) { content, path in
      count += 1
      let known = try library.mirroredFiles(in: folder)
      let name = path.replacing(scene.folder.path + "/out", with: folder)
      #expect(try #require(known[name]).contains { $0.isWhole(holding: Array(content)) })
      try content.write(to: URL(fileURLWithPath: path))
    }
    #expect(count == 5)
    #expect(try library.mirroredFiles(in: folder).values.allSatisfy { $0.count == 1 })
  }

  /// Writes the files of notes as an export does that is killed before its end.
  private func exportUntilKilled() throws {
    var folder = try ExportFolder(at: scene.folder.path + "/out", telling: .silent)
    folder.mirror = try Mirror(of: library, at: scene.folder.path + "/out")
    let notes = try library.summaries().map { (id: $0.id, note: try library.note($0.id)) }
    try folder.begin(notes, in: library)
    for (id, note) in notes.prefix(3) { _ = try folder.write(note, id, from: library) }
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.folder.path + "/out").sorted()
  }

  @Test func theFilesOfAKilledMirrorGoWithTheirNotes() throws {
    try exportUntilKilled()
    #expect(try files().count == 3)
    try library.setTrashed(true, library.summaries().map(\.id))
    #expect(try export(isMirror: true, writing: WholeFile.write) == nil)
    #expect(try files() == [])
    #expect(
      try library.mirroredFiles(in: MarkdownFiles.place(of: scene.folder.path) + "/out") == [:])
  }

  /// A text that changed between the two exports: the file is as the former one wrote it, or as the killed
  /// one did.
  @Test func aKilledMirrorMayHaveWrittenAFileOrNot() throws {
    #expect(try export(isMirror: true, writing: WholeFile.write) == nil)
    for id in try library.summaries().map(\.id) { try library.setText(of: id, to: "new") }
    try exportUntilKilled()
    let ids = try library.summaries().map(\.id)
    try library.setTrashed(true, ids)
    #expect(try export(isMirror: true, writing: WholeFile.write) == nil)
    #expect(try files() == [])
  }

  /// A title that changed: the killed export wrote the new file, and did not remove the former one.
  @Test(arguments: ["A", "Z"]) func aFormerFileGoesAfterAKilledMirror(_ title: String) throws {
    #expect(try export(isMirror: true, writing: WholeFile.write) == nil)
    let before = try files()
    let id = try library.summaries()[0].id
    let former = try #require(before.first { $0.contains("\(id)".prefix(8)) })
    let path = scene.folder.path + "/out/" + former
    let content = try #require(FileManager.default.contents(atPath: path))
    try library.setTitle(of: id, to: title)
    try exportUntilKilled()
    try content.write(to: URL(fileURLWithPath: path))
    #expect(try export(isMirror: true, writing: WholeFile.write) == nil)
    let after = try files()
    #expect(after.count == 5 && !after.contains(former), "\(after)")
    #expect(after.contains { $0.hasPrefix("\(title)-") })
  }

  /// A writer that was killed leaves a hidden file. A writer at work has a lock on it.
  @Test func hiddenFilesOfKilledExportsGo() throws {
    let out = scene.folder.path + "/out"
    try scene.makeFolder("out/Work")
    for name in [
      "out/.decent-1.part", "out/Work/.decent-2.part", "out/.decent-3.part", "out/.x.part",
    ] {
      try scene.write("secret", to: name)
    }
    let file = open(out + "/.decent-3.part", O_RDWR)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    #expect(try export(writing: WholeFile.write) == nil)
    #expect(try files().filter { $0.hasPrefix(".") } == [".decent-3.part", ".x.part"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: out + "/Work") == [])
  }

  @Test func aFileIsWrittenWholeAndKeepsItsPermissions() throws {
    let path = scene.folder.path + "/a.md"
    try scene.write("old", to: "a.md")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try WholeFile.write(Data("new".utf8), to: path)
    #expect(try scene.read("a.md") == Array("new".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(throws: POSIXError.self) {
      try WholeFile.write(Data(), to: scene.folder.path + "/missing/a.md")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scene.folder.path).sorted()
        == ["a.md", "notes"])
  }

  /// The target may lie in another folder.
  @Test func aFileIsWrittenThroughALink() throws {
    let link = scene.folder.path + "/out/a.md"
    for folder in ["out", "else"] { try scene.makeFolder(folder) }
    try scene.write("old", to: "else/a.md")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: link, withDestinationPath: "../else/a.md")
    try WholeFile.write(Data("new".utf8), to: link)
    #expect(try scene.read("else/a.md") == Array("new".utf8))
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "../else/a.md")
    for folder in ["out", "else"] {
      #expect(try files.contentsOfDirectory(atPath: "\(scene.folder.path)/\(folder)") == ["a.md"])
    }
  }

  @Test func aFileThatCannotBeWrittenKeepsNoOtherFromBeing() throws {
    var count = 0
    let outcome = try export { _, _ in
      count += 1
      if count == 2 { throw failure(EACCES) }
    }
    guard case .exportFailed(count: 1)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    #expect(count == 5)
    #expect(lines.complaints.withLock(\.count) == 1)
  }
}
