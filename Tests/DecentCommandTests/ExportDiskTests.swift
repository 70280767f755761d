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
    writing writeFile: @escaping (Data, String) throws -> Void
  ) throws -> CommandFailure? {
    let lines = lines
    let console = Console(
      write: { text in lines.printed.withLock { $0.append(text) } },
      complain: { text in lines.complaints.withLock { $0.append(text) } },
      read: { _ in [] }, ask: { _ in nil }, isTerminal: false, variables: [:],
      folder: scene.folder.path)
    var folder = try ExportFolder(at: scene.folder.path + "/out", telling: .silent)
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
