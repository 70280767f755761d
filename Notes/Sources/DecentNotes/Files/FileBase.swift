// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The content of a file when the file last agreed with its note: at the export, or at the last
/// import after the export.
struct FileBase: Hashable {
  /// The line `exported` of the file. For a file without an id, the stamp of its last import.
  let stamp: ExportStamp
  /// The file at its last import. Nil if the file was not imported since its export, or if the
  /// import made the note.
  let taken: NoteFile?

  /// The checksums of the content when the file last agreed with the note.
  let digest: ExportStamp.Digest

  /// The maximum number of tags that only the note or only the file has. All subsets of these tags
  /// are tried, to find the former tags by their checksum.
  private static let mostTags = 12

  init(_ stamp: ExportStamp, taken: NoteFile? = nil) {
    self.stamp = stamp
    self.taken = taken
    digest = taken.map(ExportStamp.Digest.init) ?? stamp.digest
  }

  /// The tags that the file had when it last agreed with the note; nil if they are unknown.
  ///
  /// - Parameters:
  ///   - note: The tags that the note has now.
  ///   - file: The tags that the file has now.
  func tags(note: Set<String>, file: Set<String>) -> Set<String>? {
    if let tags = taken?.tags { return Set(tags) }
    // A tag that only the note or only the file has was added or removed after the two agreed. A
    // tag that both have is assumed to be old.
    let common = note.intersection(file)
    let others = note.symmetricDifference(file).sorted()
    guard others.count <= Self.mostTags else { return nil }
    for choice in 0..<(1 << others.count) {
      let chosen = others.indices.filter { choice >> $0 & 1 == 1 }.map { others[$0] }
      let tags = common.union(chosen)
      if ExportStamp.Digest.checksum(of: tags) == digest.tags { return tags }
    }
    return nil
  }

  /// The text that the file had when it last agreed with the note; nil if that text is unknown.
  func text(of note: Note) -> String? {
    if let taken { return taken.text }
    let now = note.text.string
    if ExportStamp.Digest.checksum(of: now) == digest.text { return now }
    guard let then = NoteHistory(of: note).text(afterAll: stamp.versions),
      ExportStamp.Digest.checksum(of: then) == digest.text
    else { return nil }
    return then
  }
}

extension Note {
  /// Applies the content of a file to the note.
  ///
  /// - Parameter base: The content of the file when the file last agreed with the note. Changes of
  ///   the note after that time stay. If the base is nil, the content of the file replaces the
  ///   content of the note.
  mutating func update(to file: NoteFile, since base: FileBase?) {
    let now = ExportStamp.Digest(of: file)
    if let new = file.title, new != title.value, base?.digest.title != now.title {
      title.value = new
    }
    if let new = file.priority, new != priority.value, base?.digest.priority != now.priority {
      priority.value = new
    }
    if let new = file.folder, new != NoteFolder(of: self), base?.digest.folder != now.folder {
      folder.value = new.text
    }
    if let new = file.tags.map(Set.init), base?.digest.tags != now.tags {
      let known = tags.values
      // No tag counts as removed from a file whose former tags are unknown.
      let old = base.map { $0.tags(note: known, file: new) ?? known.intersection(new) } ?? known
      for tag in old.subtracting(new) where known.contains(tag) { tags.remove(tag) }
      for tag in new.subtracting(old) where !known.contains(tag) { tags.insert(tag) }
    }
    if base?.digest.text != now.text {
      let old = base?.text(of: self)
      text.update(
        to: old.map { TextMerge.merge(file.text, into: text.string, since: $0) } ?? file.text)
    }
  }
}
