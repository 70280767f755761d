// SPDX-License-Identifier: MIT

import Causality
import DecentDocuments
import DecentSync
import ReplicatingTypes

/// The reason why edits of another replica were refused; nothing was changed.
public enum EditRefusal: Error, Equatable, Sendable {
  /// The edits bring a field that this version of the program does not know, and that the library's
  /// copy of the note lacks. No page of this version makes such a field.
  case newerField(String)
  /// The edits make a part of the note exceed ``NoteLimits``.
  case unsuitable(NoteFault)
}

extension EditRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .newerField(let key):
      """
      the edits have a part '\(key.escapingControls)' that this version lacks; update the program, or \
      load the page anew
      """
    case .unsuitable(let fault):
      "\(fault)"
    }
  }
}

extension Library {
  /// Exchanges a document with a replica that is no device, such as a page in a browser
  /// (`DocumentCollection.exchange`).
  ///
  /// ``undo(_:)`` takes no edit of the replica back: a page has an undo of its own.
  ///
  /// - Returns: This library's version and delta, and the device that made the last edit of the
  ///   delta. The device is nil if the document is not a note, if the delta is empty, or if the
  ///   device is unknown.
  /// - Throws: An `ExchangeFailure`, an ``EditRefusal`` or the library's error. Nothing was changed
  ///   then.
  public func exchange(
    _ theirs: DocumentExchange, of name: DocumentName
  ) throws -> (ours: DocumentExchange, writer: DeviceID?) {
    switch name {
    case .note(let id): try naming(name) { try exchange(theirs, of: id) }
    case .purge(let id):
      (try naming(name) { try collection.exchangeRemoval(of: id.uuid, with: theirs) }, nil)
    }
  }

  private func exchange(
    _ theirs: DocumentExchange, of id: NoteID
  ) throws -> (ours: DocumentExchange, writer: DeviceID?) {
    let devices = try devicesByMark()
    var last: RunID?
    let ours = try collection.exchange(id.uuid, with: theirs) { note, version, merge in
      last = note.lastRun(since: version)
      let (before, known) = (NoteMeasure(of: note), Set(note.newerFields.keys))
      try merge(&note)
      // A delta of another model looks like a delta with newer fields. The note would keep such
      // fields for ever.
      if let key = note.newerFields.keys.first(where: { !known.contains($0) }) {
        throw EditRefusal.newerField(key)
      }
      do throws(NoteFault) {
        try before.check(note)
      } catch {
        throw EditRefusal.unsuitable(error)
      }
    }
    return (ours, ours.delta.isEmpty ? nil : last.flatMap { devices[$0.device]?.id })
  }
}

/// The parts of a note that ``NoteLimits`` limits, before a change.
private struct NoteMeasure {
  private let title: String
  private let folder: String
  private let place: FractionalIndex
  private let tags: Set<String>
  private let text: ReplicatingText.Version

  init(of note: borrowing Note) {
    title = note.title.value
    folder = note.folder.value
    place = note.place.value
    tags = Set(note.tags)
    text = note.text.version
  }

  /// Checks the changed parts. The other parts may exceed the limits, because notes of other
  /// devices are accepted unchecked.
  func check(_ note: borrowing Note) throws(NoteFault) {
    if note.title.value != title { try NoteLimits.check(title: note.title.value) }
    if note.folder.value != folder { _ = try NoteLimits.folder(note.folder.value) }
    if note.place.value != place { try NoteLimits.check(place: note.place.value) }
    for tag in note.tags where !tags.contains(tag) { try NoteLimits.check(tag: tag) }
    // A scalar takes four bytes at most, so a short text need not be measured.
    if note.text.unicodeScalars.count > NoteLimits.textSize / 4, note.text.version != text {
      try NoteLimits.check(text: note.text.string)
    }
  }
}
