// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// A folder of notes as files. The file with a note's id is that note's file, whatever its name.
struct ExportFolder {
  /// The outcome of writing a file.
  enum Outcome {
    /// The file was up to date.
    case unchanged
    /// The file was written.
    case written(String)
    /// The file was written under another name, and the former file was removed.
    case moved(from: String, to: String)
    /// The file was left alone: the file has changes that were not imported.
    case kept(String)
    /// The file was left alone: it differs from its note, and has no readable line `exported`.
    case unknown(String)
  }

  /// A failure that keeps all other files from being written, too.
  struct DiskFailure: Error {
    /// The file that could not be written.
    let path: String
    let reason: String
  }

  private static let longestStem = 100

  /// Remarks on the content of the folder.
  private(set) var remarks: [String] = []
  /// The total size of the files that were compared or written, in bytes.
  private(set) var bytes = 0

  /// Writes a file, whole or not at all.
  var writeFile: (Data, _ path: String) throws -> Void = WholeFile.write

  /// The files that exports wrote, and may move and remove; nil for an export without `--mirror`.
  var mirror: Mirror?

  /// An export with a mirror reads about this many notes, or this many bytes of their texts, before
  /// it writes their files.
  static let (mostBegun, mostBytesBegun) = (64, 4 << 20)

  private let path: String
  /// For each note, the files that hold its id, as paths in the folder.
  private var names: [NoteID: [String]] = [:]
  /// Former files of notes, as paths in the folder. Each stayed because an export was killed after
  /// it wrote the file for the note's new title, and before it removed the former file.
  private var superseded: [String] = []
  private var taken: Set<String> = []

  /// Makes the folder if it does not exist, and reads the ids of its files.
  init(at path: String, telling progress: ProgressDisplay) throws {
    self.path = path
    try Self.makeFolder(path)
    let files = try Self.files(in: path)
    // File systems may treat names that differ only in case as one.
    taken = Set(files.map { $0.lowercased() })
    for (index, name) in files.enumerated() {
      progress.tell(
        WorkProgress(what: "looking at files", done: index, total: files.count, item: "file"))
      if let remark = MarkdownFiles.remark(on: "\(path)/\(name)") {
        remarks.append(remark)
      } else if let id = id(in: name) {
        names[id, default: []].append(name)
      }
    }
  }

  /// The files that end in `.md`, as paths in the folder: first the files of the folder itself,
  /// then those of its subfolders. Leaves out hidden files, as an import does. Removes the files
  /// that killed exports left.
  private static func files(in path: String) throws(CommandFailure) -> [String] {
    var names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .unreadableFile(path, reason: SystemReason.words(of: error))
    }
    for name in names { WholeFile.removeIfLeft(name, in: path) }
    names.removeAll { $0.hasPrefix(".") }
    let folders = names.filter { MarkdownFiles.isRealFolder("\(path)/\($0)") }
    var files = names.filter { $0.hasSuffix(".md") && !folders.contains($0) }
    for folder in folders {
      files += try Self.files(in: "\(path)/\(folder)").map { "\(folder)/\($0)" }
    }
    return files
  }

  private static func makeFolder(_ path: String) throws(CommandFailure) {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard try FileKind(at: path) == .folder else { throw .fileForFolder(path) }
      return
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path, reason: SystemReason.words(of: error))
    }
  }

  private func id(in name: String) -> NoteID? {
    (try? TextSource.read(file: "\(path)/\(name)")).flatMap { NoteFile($0).id }
  }

  /// Makes `library` remember the files that a mirroring export is about to write for some notes.
  ///
  /// - Throws: An error if the library cannot be written. The caller must not write files then.
  mutating func begin(_ notes: [(id: NoteID, note: Note)], in library: Library) throws {
    guard mirror != nil else { return }
    let new = notes.compactMap { id, note -> (path: String, content: Data, note: NoteID)? in
      let content = Data(NoteFile(note, id: id).content.utf8)
      let possible = possibleNames(for: note, id)
      let current = currentName(of: note, id)
      let isMoved = formerName(of: note, id) != nil
      let name = isMoved ? nil : current
      let path = "\(path)/\(name ?? freeName(among: possible))"
      // A file at a path that no export chooses belongs to the user, not to the mirror.
      guard name.map(possible.contains) ?? true || mirror?.knows(path) == true,
        FileManager.default.contents(atPath: path) != content
      else { return nil }
      return (path, content, id)
    }
    try mirror?.begin(new, in: library)
  }

  /// Brings a note's file up to date.
  ///
  /// - Throws: ``DiskFailure`` if no other file can be written either. Any other error concerns
  ///   this note alone.
  mutating func write(_ note: Note, _ id: NoteID, from library: Library) throws -> Outcome {
    let content = Data(NoteFile(note, id: id).content.utf8)
    bytes += content.count
    noteSuperseded(of: note, id)
    if let former = formerName(of: note, id) {
      return try move(former, content, note, id, from: library)
    }
    let name = currentName(of: note, id) ?? newName(for: note, id)
    let path = "\(path)/\(name)"
    let old = FileManager.default.contents(atPath: path)
    guard old != content else {
      self.note(content, at: path, of: id, isOurs: possibleNames(for: note, id).contains(name))
      return .unchanged
    }
    if let old {
      let file = NoteFile(String(decoding: old, as: UTF8.self))
      let isLacking = try library.lacks(file, at: MarkdownFiles.place(of: path), of: note, id)
      if isLacking { return file.exported == nil ? .unknown(path) : .kept(path) }
    }
    try put(content, at: path, of: id, from: library)
    self.note(content, at: path, of: id, isOurs: possibleNames(for: note, id).contains(name))
    return .written(path)
  }

  /// Records a file for the mirror. A file at a path that no export chooses belongs to the user,
  /// not to the mirror.
  private mutating func note(_ content: Data, at path: String, of id: NoteID, isOurs: Bool) {
    if isOurs || mirror?.knows(path) == true { mirror?.add(content, at: path, of: id) }
  }

  private func put(
    _ content: Data, at path: String, of id: NoteID, from library: Library
  ) throws {
    do {
      let folder = (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try writeFile(content, path)
    } catch {
      let reason = SystemReason.words(of: error)
      guard !SystemReason.isOfDisk(error) else { throw DiskFailure(path: path, reason: reason) }
      throw CommandFailure.unwritable(path, reason: reason)
    }
    try library.noteExport(of: id, to: MarkdownFiles.place(of: path))
  }

  /// The note's file: the first file with the note's id. If an export wrote the first file for a
  /// former title, a file for the present title takes precedence.
  private func currentName(of note: Note, _ id: NoteID) -> String? {
    guard let names = names[id], let first = names.first else { return nil }
    guard names.count > 1, isFormer(first, of: note, id) else { return first }
    let possible = possibleNames(for: note, id)
    return names.first(where: possible.contains) ?? first
  }

  /// Whether an export wrote a file for a former title or folder of a note.
  private func isFormer(_ name: String, of note: Note, _ id: NoteID) -> Bool {
    guard let mirror, mirror.owns("\(path)/\(name)") else { return false }
    return !possibleNames(for: note, id).contains { $0.lowercased() == name.lowercased() }
  }

  private mutating func noteSuperseded(of note: Note, _ id: NoteID) {
    guard let names = names[id], names.count > 1 else { return }
    let current = currentName(of: note, id)
    superseded += names.filter { $0 != current && isFormer($0, of: note, id) }
  }

  /// The note's file, if the file must be moved: an export wrote the file for a former title or
  /// folder, and a name for the present title and folder is free. Nil for any other file.
  private func formerName(of note: Note, _ id: NoteID) -> String? {
    guard let name = currentName(of: note, id), isFormer(name, of: note, id) else { return nil }
    let names = possibleNames(for: note, id)
    guard let free = names.first(where: { !taken.contains($0.lowercased()) }),
      !Mirror.exists("\(path)/\(free)")
    else { return nil }
    return name
  }

  private mutating func move(
    _ former: String, _ content: Data, _ note: Note, _ id: NoteID, from library: Library
  ) throws -> Outcome {
    let new = newName(for: note, id)
    let (from, to) = ("\(path)/\(former)", "\(path)/\(new)")
    try put(content, at: to, of: id, from: library)
    mirror?.add(content, at: to, of: id)
    if !Self.areSameFile(from, to) { try mirror?.remove(from) }
    taken.remove(former.lowercased())
    return .moved(from: from, to: to)
  }

  /// Whether two paths lead to one file. Paths that differ only in case may do so.
  private static func areSameFile(_ path: String, _ other: String) -> Bool {
    var (file, otherFile) = (stat(), stat())
    return lstat(path, &file) == 0 && lstat(other, &otherFile) == 0
      && file.st_dev == otherFile.st_dev && file.st_ino == otherFile.st_ino
  }

  /// Removes the files of notes that are no longer exported.
  ///
  /// - Returns: The paths of removed files, the paths of files that were kept because they hold
  ///   changes made by hand and not imported, and the failures.
  mutating func removeLeftovers(
    besides notes: Set<NoteID>, in library: Library
  ) -> (removed: [String], kept: [String], failures: [CommandFailure]) {
    guard var (whole, changed) = mirror?.leftovers(besides: notes) else { return ([], [], []) }
    changed.removeAll { path in
      guard let id = idOfImported(path, in: library),
        let content = FileManager.default.contents(atPath: path)
      else { return false }
      mirror?.add(content, at: path, of: id)
      whole.append(path)
      return true
    }
    var (removed, failures): ([String], [CommandFailure]) = ([], [])
    for path in whole + superseded.map({ "\(path)/\($0)" }) {
      do throws(CommandFailure) {
        try mirror?.remove(path)
        removed.append(path)
      } catch {
        failures.append(error)
      }
    }
    return (removed, changed, failures)
  }

  /// The note of a file, if that note is in the trash and has all content of the file.
  private func idOfImported(_ path: String, in library: Library) -> NoteID? {
    guard let text = try? TextSource.read(file: path), let id = NoteFile(text).id,
      let note = try? library.note(id), note.isTrashed.value,
      let isLacking = try? library.lacks(
        NoteFile(text), at: MarkdownFiles.place(of: path), of: note, id)
    else { return nil }
    return isLacking ? nil : id
  }

  /// A new name for the file of a note. The name is free, unless all possible names are taken.
  private mutating func newName(for note: Note, _ id: NoteID) -> String {
    let possible = possibleNames(for: note, id)
    let name = freeName(among: possible)
    taken.insert(name.lowercased())
    names[id] = [name]
    return name
  }

  private func freeName(among possible: [String]) -> String {
    possible.first { !taken.contains($0.lowercased()) } ?? possible[possible.count - 1]
  }

  /// The possible names of a note's file, in the note's folder: the words of the title, with 8 or
  /// with all digits of the id.
  private func possibleNames(for note: Note, _ id: NoteID) -> [String] {
    let words = note.title.value.split { !$0.isLetter && !$0.isNumber }
    var stem = words.joined(separator: "-")
    while stem.utf8.count > Self.longestStem { stem.removeLast() }
    let parts = stem.isEmpty ? [] : [stem]
    let folder = NoteFolder(of: note)
    return [8, NoteID.digitCount].map { digits in
      let name = (parts + [String("\(id)".prefix(digits))]).joined(separator: "-") + ".md"
      return (folder.names + [name]).joined(separator: "/")
    }
  }
}
