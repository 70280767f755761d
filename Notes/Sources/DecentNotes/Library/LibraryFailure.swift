// SPDX-License-Identifier: MIT

/// The reason why a library refused a call; nothing was changed.
public enum LibraryFailure: Error, Equatable, Sendable {
  /// There is no library in the folder.
  case noLibrary(folder: String)
  /// A file stands in the place of the folder or of a folder above it.
  case notAFolder(String)
  /// A note in the library's database, or the purge of a note, cannot be read.
  case damagedDocument(DocumentName, path: String, reason: String)
  /// This version cannot read a note, or the purge of a note, that another version wrote.
  case newerDocument(DocumentName, path: String, reason: String)
  /// The sync state with a remote cannot be read.
  case damagedSyncState(remote: String, path: String, reason: String)
  /// No note fits the reference.
  case unknownNote(String)
  /// No note fits the reference, but some notes have similar titles. The abbreviation tells all
  /// notes apart.
  case noSuchTitle(String, near: [NoteSummary], abbreviation: Abbreviation)
  /// Several notes fit the reference. The abbreviation tells all notes apart.
  case ambiguousNote(String, candidates: [NoteSummary], abbreviation: Abbreviation)
  /// No version of a note's text fits the reference.
  case unknownVersion(String, title: String)
  /// Several versions of a note's text fit the reference. The abbreviation tells these versions
  /// apart.
  case ambiguousVersion(String, candidates: [VersionID], abbreviation: Abbreviation)
  /// Some of the text at a version was dropped.
  case forgottenText(title: String)
  /// There is no change of the note to undo: none was made here, or all were undone or forgotten.
  case nothingToUndo(title: String)
  /// No change of the note was undone, or the note was changed after the last undo.
  case nothingToRedo(title: String)
  /// The search text has no word.
  case nothingToSearch(String)
  /// The search text is longer than ``SearchWords/lengthLimit``.
  case searchTooLong(count: Int)
  /// A note that is to be purged is not in the trash.
  case notInTrash(title: String)
  /// The list has no place of that number. The places are 1 to `count`.
  case noSuchPlace(Int, count: Int)
  /// A note cannot stand before or after itself.
  case movedBesideItself
  /// There is already a remote of that name.
  case remoteExists(name: String, folder: String)
  /// There is already a remote of that folder, under another name.
  case remoteFolderTaken(name: String, folder: String)
  /// The folder of a remote is the folder of the library, or lies in it.
  case remoteInLibrary(folder: String, library: String)
  /// The chosen folder is one that a store keeps for itself inside a remote's folder. `outer` is
  /// the remote's folder.
  case insideOfRemote(folder: String, outer: String)
  /// The library lies in the folder of a remote.
  case libraryInRemote(folder: String, library: String)
  /// There is no remote of that name.
  case unknownRemote(name: String, known: [String])
  /// A remote's name is empty or too long, begins with `-`, or has characters other than letters,
  /// digits and `-_.`.
  case unsuitableRemoteName(String)
}

extension LibraryFailure: CustomStringConvertible {
  /// The maximum number of versions that a message names.
  private static let mostVersions = 10

  public var description: String {
    switch self {
    case .noLibrary(let folder):
      "there is no library in \(folder.escapingControls); adding a note or a remote makes one"
    case .notAFolder(let folder):
      "\(folder.escapingControls) is a file, or lies in one; choose a folder for the library"
    case .damagedDocument(let name, let path, let reason):
      """
      \(name.meaning) in \(path.escapingControls) cannot be read: \(reason). Nothing was changed. \
      Repair the library (check --repair), restore it from a backup, or move it away and sync a \
      new one with a remote
      """
    case .newerDocument(let name, let path, let reason):
      """
      \(name.meaning) in \(path.escapingControls) cannot be read by this version of decent: \
      \(reason). Nothing was changed
      """
    case .damagedSyncState(let remote, let path, let reason):
      """
      what \(path.escapingControls) knows of the remote '\(remote.escapingControls)' is damaged \
      (\(reason)), so it cannot be synced; no note is damaged by that. Repair the library \
      (check --repair), and sync again
      """
    case .unknownNote(let reference):
      """
      no note has the title '\(reference.escapingControls)' or an id that begins so; the \
      beginning of an id takes 4 digits or more
      """
    case .noSuchTitle(let reference, let near, let abbreviation):
      "no note has the title '\(reference.escapingControls)'; did you mean one of these?"
        + NoteSummary.lines(of: near, abbreviation)
    case .ambiguousNote(let reference, let candidates, let abbreviation):
      "'\(reference.escapingControls)' could be any of these; give more of the id:"
        + NoteSummary.lines(of: candidates, abbreviation)
    case .unknownVersion(let reference, let title):
      """
      no version of '\(title.escapingControls)' has an id that begins with \
      '\(reference.escapingControls)'; give 4 digits or more of one that its history shows
      """
    case .ambiguousVersion(let reference, let candidates, let abbreviation):
      """
      '\(reference.escapingControls)' could be any of these versions; give more digits: \
      \(candidates.prefix(Self.mostVersions).map(abbreviation.short).joined(separator: ", "))
      """ + (candidates.count > Self.mostVersions ? " and others" : "")
    case .forgottenText(let title):
      """
      some of what '\(title.escapingControls)' said then was deleted and dropped for good, so it \
      cannot be brought back; nothing was changed. What is left of it can still be shown
      """
    case .nothingToUndo(let title):
      """
      no change of '\(title.escapingControls)' was made here that could be undone; its history shows \
      the versions of its text, and each can be made the text again (undo NOTE VERSION)
      """
    case .nothingToRedo(let title):
      "no change of '\(title.escapingControls)' was undone here since the last one was made"
    case .nothingToSearch(let text):
      "there is no letter or digit in '\(text.escapingControls)' to search for; give a word"
    case .searchTooLong(let count):
      """
      the search has \(count) characters, and at most \(SearchWords.lengthLimit) are taken; give \
      fewer words
      """
    case .notInTrash(let title):
      """
      '\(title.escapingControls)' is not in the trash, and only what is there can be purged; \
      delete it first
      """
    case .noSuchPlace(let number, let count):
      "there is no place \(number) in the list; choose one from 1 to \(count)"
    case .movedBesideItself:
      "a note cannot stand before or after itself; name another one"
    case .remoteExists(let name, let folder):
      """
      there is a remote '\(name)' already, at \(folder.escapingControls); remove it first or \
      choose another name
      """
    case .remoteFolderTaken(let name, let folder):
      """
      that folder is the remote '\(name)' already (\(folder.escapingControls)), and a folder needs \
      no second name; use that one, or remove it first
      """
    case .remoteInLibrary(let folder, let library):
      """
      \(folder.escapingControls) is the folder of the library or lies in it \
      (\(library.escapingControls)), and the library must not be shared; choose another folder, \
      outside of it
      """
    case .insideOfRemote(let folder, let outer):
      """
      \(folder.escapingControls) is what devices keep inside of a remote, and no device would look for \
      anything in it; choose \(outer.escapingControls)
      """
    case .libraryInRemote(let folder, let library):
      """
      the library lies in \(folder.escapingControls) (\(library.escapingControls)), and would be \
      shared with what is in it; make a folder that holds nothing else, and choose that
      """
    case .unknownRemote(let name, let known):
      known.isEmpty
        ? "there is no remote '\(name.escapingControls)', nor any other; add one first"
        : "there is no remote '\(name.escapingControls)'; there is: \(known.joined(separator: ", "))"
    case .unsuitableRemoteName(let name):
      """
      '\(name.escapingControls)' cannot name a remote: a name has 1 to \
      \(Remote.maximumNameLength) letters, digits or the characters - _ . ; \
      the first is no -
      """
    }
  }
}
