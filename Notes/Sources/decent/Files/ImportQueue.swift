// SPDX-License-Identifier: MIT

import DecentNotes

/// Files to import, read one after the other, and the failures and remarks to print afterwards.
struct ImportQueue {
  /// The failures of files that cannot be taken in.
  private(set) var failures: [CommandFailure]
  /// Remarks on pairs of files that belong to one note.
  private(set) var remarks: [String] = []
  /// The notes whose files have a line `exported`.
  private(set) var exported: Set<NoteID> = []
  /// The paths of the files that `next()` returned.
  private(set) var paths: [String] = []
  /// The links of each file that `next()` returned.
  private(set) var links: [[String]] = []

  private let count: Int
  /// The folder above the folders of new notes.
  private let folder: NoteFolder
  private let tags: [String]
  private let areNew: Bool
  private var rest: ArraySlice<MarkdownFiles.Found>
  private var bytes = 0
  private var pathsOfNotes: [NoteID: String] = [:]

  /// - Parameters:
  ///   - folder: The folder above the folders of new notes.
  ///   - tags: Further tags of new notes.
  ///   - areNew: Whether files without an id become new notes, even if they were imported before.
  init(_ files: MarkdownFiles, into folder: NoteFolder, tags: [String], areNew: Bool) {
    failures = files.failures
    count = files.found.count
    rest = files.found[...]
    self.folder = folder
    self.tags = tags
    self.areNew = areNew
  }

  /// The number of files that were read, including files that cannot be taken in.
  var progress: WorkProgress {
    WorkProgress(
      what: "importing", done: count - rest.count, total: count, item: "file", bytes: bytes)
  }

  /// The next file that can be taken in; nil after the last.
  mutating func next() -> ImportedFile? {
    while let found = rest.popFirst() {
      do {
        return try read(found)
      } catch let failure as CommandFailure {
        failures.append(failure)
      } catch {
        failures.append(.unsuitableFile(found.path, reason: "\(error)"))
      }
    }
    return nil
  }

  private mutating func read(_ found: MarkdownFiles.Found) throws -> ImportedFile {
    let text = try TextSource.read(file: found.path)
    bytes += text.utf8.count
    let file = NoteFile(text)
    let place = MarkdownFiles.place(of: found.path)
    let imported = ImportedFile(
      file, defaultTitle: MarkdownFiles.title(of: found.path), path: place,
      folder: try folder(of: found, file), tags: tags,
      modified: MarkdownFiles.time(of: found.path), isNew: areNew)
    try imported.check()
    if let id = file.id, let other = pathsOfNotes.updateValue(place, forKey: id), other != place {
      remarks.append(Self.warning(of: place, and: other, of: id))
    }
    if let id = file.id, file.exported != nil { exported.insert(id) }
    paths.append(found.path)
    links.append(RelativeLinks.targets(in: file.text))
    return imported
  }

  /// The folder of a new note.
  private func folder(of found: MarkdownFiles.Found, _ file: NoteFile) throws -> NoteFolder {
    let own = found.folders.joined(separator: "/")
    let inner = try file.folder ?? NoteLimits.folder(own)
    guard let folder = folder.appending(inner) else {
      throw NoteFault.unsuitableFolder("\(folder.text)/\(inner.text)")
    }
    return folder
  }

  /// Warns that two files belong to one note. A folder service makes a second file when a file was
  /// changed on two devices.
  private static func warning(of path: String, and other: String, of id: NoteID) -> String {
    """
    \(other) and \(path) have one id, \(id.description.prefix(Abbreviation.fewestDigits)): both \
    were taken in, one after the other; see that the note is what it should be, and delete one \
    of them
    """
  }
}
