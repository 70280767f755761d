// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// What a file said when it and its note were one: when it was exported, or taken in since.
struct FileBase {
  /// The line of the export.
  let stamp: ExportStamp
  /// What the file said when it was taken in since.
  let taken: NoteFile?

  /// The checksums of what it said.
  let digest: ExportStamp.Digest

  /// How many tags may differ for those of the export to be found by their checksum.
  private static let mostTags = 12

  init(_ stamp: ExportStamp, taken: NoteFile? = nil) {
    self.stamp = stamp
    self.taken = taken
    digest = taken.map(ExportStamp.Digest.init) ?? stamp.digest
  }

  /// The tags that the file had, or nil if that cannot be told.
  ///
  /// - Parameters:
  ///   - note: Those that the note has now.
  ///   - file: Those that the file has now.
  func tags(note: Set<String>, file: Set<String>) -> Set<String>? {
    if let tags = taken?.tags { return Set(tags) }
    // A tag that one of them has and the other has not was either added or taken away; what
    // both have is taken to have been there.
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

  /// The text that the file had, or nil if that cannot be told.
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
  /// Makes the note what a file says.
  ///
  /// - Parameter base: What the file said before it was changed: what else was done to the note
  ///   since then stays. With nil nothing is known of that, and the file's word is the last.
  mutating func update(to file: NoteFile, since base: FileBase?) {
    let now = ExportStamp.Digest(of: file)
    if let new = file.title, new != title.value, base?.digest.title != now.title {
      title.value = new
    }
    if let new = file.priority, new != priority.value, base?.digest.priority != now.priority {
      priority.value = new
    }
    if let new = file.tags.map(Set.init), base?.digest.tags != now.tags {
      let known = tags.values
      // Where it cannot be told what tags the file had, none was taken from it.
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
