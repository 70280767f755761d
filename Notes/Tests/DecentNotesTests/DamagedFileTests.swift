// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import NotesTestInputs
import ReplicationLaws
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Checks and repairs of a notebook after random damage to its file.
@Suite(.seeded) struct DamagedFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var file: String { Library.databasePath(in: "library") }

  @Test func everyRepairIsWholeAndInventsNothing() throws {
    var random = TestRun.generator(seed: 78)
    var texts: [NoteID: Set<String>] = [:]
    var files: [[UInt8]] = []
    var log: [UInt8] = []
    try {
      let library = try Library(openingOrCreating: folder.path("library"))
      try library.add(Remote(name: "cloud", folder: "/mnt/cloud"))
      for round in 0..<2 {
        for number in 0..<8 {
          let words = (0..<random.pick([3, 20, 400])).map { _ in String(random.next(), radix: 36) }
          let text = words.joined(separator: " ")
          let id = try library.add(
            NoteDraft(title: "Note \(round) \(number)", text: text, tags: ["t\(number)"]))
          texts[id, default: []].insert(text)
          if random.oneIn(2) { continue }
          texts[id, default: []].insert("new " + text)
          try library.setText(of: id, to: "new " + text)
        }
        try library.indexWords()
        _ = try library.database.row("PRAGMA wal_checkpoint(TRUNCATE)") { _ in () }
        files.append(try folder.read(file))
      }
      _ = try library.add(NoteDraft(title: "In the log", text: "words"))
      log = try folder.read(file + "-wal")
    }()
    var damage = RandomDamage(random, earlier: files[0], logs: [log])
    var (refused, replaced, mended) = (0, 0, 0)
    for run in 0..<TestRun.length(30) {
      var (bytes, log, ways) = (files[1], [UInt8](), [String]())
      for _ in 0..<random.pick([1, 1, 1, 2, 4]) { ways.append(damage.next(to: &bytes, &log)) }
      let way: Comment = "run \(run): \(ways.joined(separator: ", "))"
      let path = folder.path("library")
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try folder.write(bytes, to: file)
      if !log.isEmpty { try folder.write(log, to: file + "-wal") }
      var problems: [LibraryProblem]?
      do {
        problems = try Library.check(in: path)
      } catch is DatabaseFailure {
      } catch {
        Issue.record(error, way)
      }
      do {
        let report = try Library.repair(in: path)
        let remaining = report.remaining.filter(\.isRepairable)
        #expect(remaining.isEmpty, "\(way): \(remaining)")
        if FileManager.default.fileExists(atPath: folder.path(file + ".damaged")) {
          replaced += 1
        } else {
          mended += 1
        }
        let again = try Library.repair(in: path).steps.filter { !$0.hasPrefix("left ") }
        #expect(again.isEmpty, "\(way): \(again), after \(report.steps)")
        let library = try Library(opening: path)
        for summary in try library.summaries() where summary.title != "In the log" {
          let text = try library.note(summary.id).text.string
          let isKnown =
            texts[summary.id].map { $0.contains(text) }
            ?? texts.values.contains { $0.contains(text) }
          #expect(isKnown, "\(way): '\(summary.title)' is \(text.prefix(60))")
        }
        for remote in try library.remotes()
        where remote != Remote(name: "cloud", folder: "/mnt/cloud") {
          print("\(way): \(remote)")
        }
      } catch let failure as DatabaseFailure {
        #expect(problems?.allSatisfy(\.isRepairable) != true, "\(way): \(failure)")
        refused += 1
      } catch {
        Issue.record(error, way)
      }
    }
    print("DamagedFileTests: \(refused) refused, \(replaced) replaced, \(mended) mended")
  }
}
