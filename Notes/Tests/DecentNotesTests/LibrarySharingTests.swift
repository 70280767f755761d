// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import Testing

@testable import DecentNotes

/// Several connections to one library, as several processes have.
@Suite struct LibrarySharingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func whatConnectionsWriteAtOnceIsAllThere() async throws {
    let path = folder.path("library")
    let id = try Library(openingOrCreating: path).add(NoteDraft(title: "Shared"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let library = try Library(opening: path)
          for number in 0..<10 {
            _ = try library.add(NoteDraft(title: "\(writer).\(number)"))
            try library.edit(id) { $0.text.append("[\(writer).\(number)]") }
            try library.tag(id, adding: ["\(writer).\(number)"], removing: [])
          }
        }
      }
      try await group.waitForAll()
    }
    let all = Set((0..<4).flatMap { writer in (0..<10).map { "\(writer).\($0)" } })
    let library = try Library(opening: path)
    let note = try library.note(id)
    #expect(note.tags.values == all)
    #expect(all.allSatisfy { note.text.string.contains("[\($0)]") })
    #expect(Set(try library.summaries().map(\.title)) == all.union(["Shared"]))
    #expect(try library.check() == [])
  }

  @Test func aLibraryMadeByManyAtOnceIsOne() async throws {
    let path = folder.path("new")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          _ = try Library(openingOrCreating: path).add(NoteDraft(title: "\(writer)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try Library(opening: path).summaries().map(\.title)) == ["0", "1", "2", "3"])
  }
}
