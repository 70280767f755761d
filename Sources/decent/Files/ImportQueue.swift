// SPDX-License-Identifier: MIT

import DecentNotes

/// Files to import, read one after the other, and the failures and remarks to print afterwards.
struct ImportQueue {
  /// The failures of files that cannot be taken in.
  private(set) var failures: [CommandFailure]
  /// Other remarks.
  private(set) var remarks: [String] = []
  /// The notes whose files have a line `exported`.
  private(set) var exported: Set<NoteID> = []

  private let count: Int
  private var rest: ArraySlice<String>
  private var bytes = 0
  private var pathsOfNotes: [NoteID: String] = [:]

  init(_ files: MarkdownFiles) {
    failures = files.failures
    count = files.paths.count
    rest = files.paths[...]
  }

  /// How many files were read, including files that cannot be taken in.
  var progress: WorkProgress {
    WorkProgress(
      what: "importing", done: count - rest.count, total: count, item: "file", bytes: bytes)
  }

  /// The next file that can be taken in, with the title for a file that states none, and its place;
  /// nil after the last.
  mutating func next() -> (file: NoteFile, defaultTitle: String, path: String)? {
    while let path = rest.popFirst() {
      do {
        return try read(path)
      } catch let failure as CommandFailure {
        failures.append(failure)
      } catch {
        failures.append(.unsuitableFile(path, reason: "\(error)"))
      }
    }
    return nil
  }

  private mutating func read(
    _ path: String
  ) throws -> (file: NoteFile, defaultTitle: String, path: String) {
    let text = try TextSource.read(file: path)
    bytes += text.utf8.count
    let file = NoteFile(text)
    let title = MarkdownFiles.title(of: path)
    try file.check(defaultTitle: title)
    let place = MarkdownFiles.place(of: path)
    if let id = file.id, let other = pathsOfNotes.updateValue(place, forKey: id), other != place {
      remarks.append(Self.warning(of: place, and: other, of: id))
    }
    if let id = file.id, file.exported != nil { exported.insert(id) }
    return (file, title, place)
  }

  /// Warns that two files belong to one note. A service that carries files makes such a copy of a
  /// file that was changed on two devices.
  private static func warning(of path: String, and other: String, of id: NoteID) -> String {
    """
    \(other) and \(path) have one id, \(id.description.prefix(Abbreviation.fewestDigits)): both \
    were taken in, one after the other; see that the note is what it should be, and delete one \
    of them
    """
  }
}
