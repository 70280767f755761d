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
