// SPDX-License-Identifier: MIT

import DecentSync
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentNotes

/// The folders of notes.
@Suite struct NoteFolderTests {
  private let directory: TemporaryFolder
  private let library: Library

  init() throws {
    directory = try TemporaryFolder()
    library = try Library(openingOrCreating: directory.path("notes"))
  }

  private func folder(_ text: String) throws -> NoteFolder { try #require(NoteFolder(text)) }

  @Test func namesAreRead() throws {
    for (text, names) in [
      ("", []), ("/", []), ("Work", ["Work"]), ("Work/Garden", ["Work", "Garden"]),
      ("/Work/", ["Work"]), (" Work / My Garden ", ["Work", "My Garden"]), ("a.b", ["a.b"]),
      ("👨‍👩‍👧", ["👨‍👩‍👧"]), (String(repeating: "x", count: 200), [String(repeating: "x", count: 200)]),
    ] {
      #expect(NoteFolder(text)?.names == names, "\(text)")
      #expect(try folder(text) == NoteFolder(folder(text).text))
    }
    for text in [
      "..", "a/..", "../a", ".", ".git", "a//b", "a/ /b", "//", "a\nb", "a\u{1B}b", "a\0",
      "a\u{202E}b",
      String(repeating: "x", count: 201), String(repeating: "xxxx/", count: 201),
    ] {
      #expect(NoteFolder(text) == nil, "\(text)")
      #expect(throws: NoteFault.unsuitableFolder(text)) { try NoteLimits.folder(text) }
    }
    #expect(try folder("a").appending(folder("b/c")) == folder("a/b/c"))
    #expect(try NoteFolder.none.appending(folder("b")) == folder("b"))
    #expect(
      try folder(String(repeating: "x/", count: 400)).appending(
        folder(String(repeating: "x/", count: 400))) == nil)
  }

  @Test func aFolderHoldsThoseWithin() throws {
    let work = TypedFolder(try folder("Wörk"))
    for (text, isIn) in [
      ("work", true), ("WORK/Garden", true), ("Workshop", false), ("Home/Work", false), ("", false),
    ] { #expect(try work.contains(folder(text)) == isIn, "\(text)") }
    #expect(try work.fits(folder("Work")))
    #expect(try !work.fits(folder("Work/Garden")))
    #expect(TypedFolder(.none).contains(.none))
    #expect(try !TypedFolder(.none).contains(folder("Work")))
  }

  @Test func notesGoIntoFoldersAndOut() throws {
    let id = try library.add(NoteDraft(title: "a", folder: folder("Work/Garden")))
    let other = try library.add(NoteDraft(title: "b"))
    #expect(try library.summary(id).folder == folder("Work/Garden"))
    #expect(try library.summary(other).folder == .none)
    try library.setFolder(of: [id, other], to: folder("Home"))
    #expect(try library.summaries().map(\.folder.text) == ["Home", "Home"])
    #expect(throws: LibraryFailure.self) {
      try library.setFolder(of: [id, NoteID(rawValue: 1)], to: .none)
    }
    #expect(try library.summary(id).folder == folder("Home"))
    try library.setFolder(of: [id], to: .none)
    #expect(try library.summaries() == library.decodedSummaries())
    #expect(try library.check() == [])
    #expect(try library.history(of: id).entries.first?.folder == NoteFolder.none)
  }

  /// A later version, or another program, may write what is no folder here.
  @Test func aFolderThatIsNoneIsNotFollowed() throws {
    let id = try library.add(NoteDraft(title: "a"))
    try library.edit(id) { $0.folder.value = "../../etc" }
    #expect(try library.summary(id).folder == .none)
    #expect(try library.check() == [])
  }

  @Test func aFolderThatWasNeverSetTakesNoByte() throws {
    let draft = NoteDraft(title: "a", text: "b", tags: ["c"])
    let note = draft.note(created: 1)
    let earlier = try EarlierNote(encoded: note.encoded())
    #expect(earlier.newerFields.keys == [])
    #expect(try earlier.encoded() == note.encoded())
    #expect(try earlier.version.encoded() == note.version.encoded())
  }

  @Test func anEarlierVersionPassesTheFolderOn() throws {
    var note = NoteDraft(title: "a", folder: try folder("Work")).note(created: 1)
    var earlier = try EarlierNote(encoded: note.encoded())
    #expect(earlier.newerFields.keys == ["folder"])
    #expect(try earlier.encoded() == note.encoded())
    earlier.title.value = "b"
    note.folder.value = "Home"
    try note.merge(Note(encoded: earlier.encoded()))
    try earlier.merge(EarlierNote(encoded: note.encoded()))
    #expect(note.title.value == "b" && note.folder.value == "Home")
    #expect(try earlier.encoded() == note.encoded())
  }

  @Test func theLaterOfTwoFoldersStays() async throws {
    let store = MemoryStore()
    let other = try Library(openingOrCreating: directory.path("other"))
    let id = try library.add(NoteDraft(title: "a"))
    func sync() async throws {
      for library in [library, other, library] {
        #expect(try await library.sync(with: store, as: RemoteName("cloud")).isComplete)
      }
    }
    try await sync()
    let (first, second) = (try folder("First"), try folder("Second"))
    let environment = ReplicationEnvironment(milliseconds: { 4_000_000_000_000 }, random: { 7 })
    try environment.run { try other.setFolder(of: [id], to: second) }
    try library.setFolder(of: [id], to: first)
    try library.setTitle(of: id, to: "b")
    try await sync()
    #expect(try library.summary(id).folder == second)
    #expect(try library.summary(id).title == "b")
    #expect(try library.note(id) == other.note(id))
  }

  /// The purge had not seen the move, so the note comes back into the trash, in its new folder.
  @Test func movingAPurgedNoteElsewhereBringsItBack() async throws {
    let store = MemoryStore()
    let other = try Library(openingOrCreating: directory.path("other"))
    let id = try library.add(NoteDraft(title: "a"))
    try library.setTrashed(true, id)
    for library in [library, other] {
      _ = try await library.sync(with: store, as: RemoteName("cloud"))
    }
    try library.purge([id])
    let work = try folder("Work")
    try other.setFolder(of: [id], to: work)
    func sync() async throws {
      for library in [other, library, other] {
        #expect(try await library.sync(with: store, as: RemoteName("cloud")).isComplete)
      }
    }
    try await sync()
    for library in [library, other] {
      let back = try library.summary(id)
      #expect(back.wasPurged && back.isTrashed && back.folder == work)
    }
    try library.purge([id])
    try await sync()
    #expect(try library.summaries() == [])
    #expect(try other.summaries() == [])
  }

  @Test func notesOfOneTitleAreToldApartByFolder() throws {
    let home = try library.add(NoteDraft(title: "Shopping", folder: folder("Home")))
    let work = try library.add(NoteDraft(title: "Shopping", folder: folder("Work/Garden")))
    let none = try library.add(NoteDraft(title: "Shopping"))
    let slash = try library.add(NoteDraft(title: "x/y", folder: folder("Home")))
    #expect(try library.find("home/Shopping") == home)
    #expect(try library.find("Work/Garden/Shopping") == work)
    #expect(try library.find("/Shopping") == none)
    #expect(try library.find("Home/x/y") == slash)
    #expect(try library.find("x/y") == slash)
    for reference in ["Work/Shopping", "../Shopping", "Home/", "/"] {
      #expect(throws: LibraryFailure.self, "\(reference)") { try library.find(reference) }
    }
    let failure = try #require(throws: LibraryFailure.self) { try library.find("Shopping") }
    #expect(failure.description.contains("  Shopping  Work/Garden/"))
  }

  @Test func searchesLookIntoFolders() throws {
    _ = try library.add(NoteDraft(title: "tent 1", folder: folder("Wörk/My Garden")))
    _ = try library.add(NoteDraft(title: "tent 2", folder: folder("Work")))
    _ = try library.add(NoteDraft(title: "tent 3"))
    for (words, titles) in [
      ("tent in:work", ["tent 2", "tent 1"]), ("in:work", ["tent 2", "tent 1"]),
      ("in:\"work/my garden\"", ["tent 1"]), ("tent -in:work", ["tent 3"]),
      ("in:/", ["tent 3"]), ("tent -in:/ -in:work/my", ["tent 2", "tent 1"]), ("in:home", []),
    ] {
      let found = try library.search(SearchWords(words)).map(\.summary.title)
      #expect(found.sorted() == titles.sorted(), "\(words)")
    }
    #expect(throws: NoteFault.unsuitableFolder("..")) { try SearchWords("tent in:..") }
  }
}
