// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import NotesCore

@testable import ReplicatingTypes

/// Steps done here with native notes and purges, recorded with their results. `notes.mjs` repeats
/// them with the module for browsers and compares.
///
/// Clock and chance are equal on both sides, so that the bytes must be.
final class TwoNoteRuns: RecordedRuns {
  private(set) var notes: [String: Note] = [:]
  /// The purges of notes.
  private(set) var reaches: [String: DocumentRemoval] = [:]
  private var devices: [String: Int] = [:]
  private let environments: [ReplicationEnvironment]
  private var steps: [[Any]] = []

  private static let now: UInt64 = 1_700_000_000_000

  init(devices: Int = 1) {
    environments = (0..<devices).map { device in
      // The same environment as in `notes.mjs`: each byte is the number of the device.
      ReplicationEnvironment(
        milliseconds: { Self.now }, random: { UInt64(device + 1) * 0x0101_0101_0101_0101 })
    }
  }

  func note(_ name: String) -> Note { notes[name] ?? Note() }

  // MARK: Notes

  func create(
    _ name: String, title: String, text: String = "", tags: [String] = [],
    priority: Priority = .normal, folder: String = "", on device: Int = 0
  ) {
    devices[name] = device
    let draft = NoteDraft(
      title: title, text: text, tags: tags, priority: priority,
      folder: NoteFolder(folder) ?? .none)
    notes[name] = environments[device].run { draft.note(created: Self.now) }
    let parts: [String: Any] = [
      "title": title, "text": text, "tags": tags, "priority": priority.rawValue,
      "folder": folder,
    ]
    steps.append(["create", name, parts, device])
  }

  /// Edits a note on both sides.
  func edit(_ name: String, _ edit: NoteEdit) {
    environments[devices[name] ?? 0].run { edit.change(&notes[name, default: Note()]) }
    steps.append([edit.name, name] + edit.values)
  }

  /// A title, tag or priority that a note cannot have.
  func refuse(_ what: String, _ value: String, of name: String) {
    steps.append([what, name, value])
  }

  /// Compares what lists show of a note, and its text.
  func summary(_ name: String, id: NoteID = NoteID(rawValue: 7)) {
    let summary = NoteSummary(of: note(name), id: id)
    let values: [Any] = [
      summary.title, summary.tags, summary.priority.rawValue, "\(summary.created)",
      "\(summary.edited)", summary.isTrashed, summary.isPinned, summary.folder.text,
      note(name).snippet, note(name).text.string.utf8.count, "\(summary.orderKey)",
    ]
    steps.append(["summary", name, "\(id)", note(name).text.string, values])
  }

  // MARK: Order and purges

  /// The key of a note between two others.
  func order(
    _ id: NoteID, after before: FractionalIndex.Key?, before after: FractionalIndex.Key?
  ) -> FractionalIndex.Key {
    let index = FractionalIndex(between: before, and: after, now: Self.now)
    let key = FractionalIndex.Key(index, of: id.rawValue)
    var neighbours: [String: Any] = [:]
    neighbours["after"] = before.map(\.description)
    neighbours["before"] = after.map(\.description)
    steps.append(["order", "\(id)", neighbours, "\(key)"])
    return key
  }

  /// Purges a note.
  func purge(_ note: String, in name: String) throws {
    try environments[devices[name] ?? 0].run {
      try reaches[name, default: DocumentRemoval()].purge(self.note(note))
    }
    steps.append(["purge", name, note, devices[name] ?? 0])
    try compare(DocumentRemoval.self, name)
  }

  func drops(_ name: String, _ note: String) -> Bool {
    let isDropped = (reaches[name] ?? DocumentRemoval()).covers(self.note(note))
    steps.append(["drops", name, note, isDropped])
    return isDropped
  }

  /// Expects that the module keeps a note which purges drop here.
  func keepThere(_ note: String, despite name: String) {
    steps.append(["drops", name, note, false])
  }

  // MARK: Documents

  private func kind<Document>(_: Document.Type) -> String {
    Document.self == Note.self ? "note" : "purge"
  }

  private func read<Document: ReplicatingDocument>(_ name: String) -> Document {
    notes[name] as? Document ?? reaches[name] as? Document ?? Document()
  }

  private func keep(_ document: some ReplicatingDocument, as name: String) {
    if let note = document as? Note { notes[name] = note }
    if let reach = document as? DocumentRemoval { reaches[name] = reach }
  }

  func make<Document: ReplicatingDocument>(
    _ type: Document.Type, _ name: String, on device: Int = 0
  ) {
    devices[name] = device
    keep(Document(), as: name)
    steps.append(["make", kind(type), name, device])
  }

  func copy<Document: ReplicatingDocument>(_ type: Document.Type, _ name: String, to copy: String) {
    devices[copy] = devices[name]
    keep(read(name) as Document, as: copy)
    steps.append(["copy", name, copy])
  }

  /// Merges a copy on the same device.
  func merge<Document: ReplicatingDocument>(
    _ type: Document.Type, _ other: String, into name: String
  ) {
    var mine: Document = read(name)
    let theirs: Document = read(other)
    environments[devices[name] ?? 0].run { mine.merge(theirs) }
    keep(mine, as: name)
    steps.append(["merge", other, name])
  }

  /// Sends a document on any device the edits that it lacks.
  func send<Document: ReplicatingDocument>(
    _ type: Document.Type, _ name: String, to receiver: String
  ) throws {
    var mine: Document = read(receiver)
    let delta = (read(name) as Document).delta(since: mine.version)
    if let delta { try mine.merge(delta: delta) }
    keep(mine, as: receiver)
    steps.append(["send", name, receiver, try delta?.encoded().base64 ?? NSNull() as Any])
  }

  /// Opens saved bytes under a name, or records the refusal.
  ///
  /// - Returns: Whether they were read.
  @discardableResult
  func open<Document: ReplicatingDocument>(
    _ type: Document.Type, _ bytes: [UInt8], as name: String
  ) throws -> Bool {
    let document: Document
    do throws(DecodingFailure) {
      document = try Document(encoded: bytes)
    } catch {
      // The module refuses a field that it cannot hold at once; the library reads on.
      let isRefusedEarlier = fieldsNotHeldThere(type, bytes) > 0
      steps.append(["refuse", kind(type), bytes.base64, error.code, isRefusedEarlier])
      return false
    }
    if fieldsNotHeldThere(type, bytes) > 0 {
      refuseThere(type, bytes, as: "newer")
      return false
    }
    keep(document, as: name)
    devices[name] = 0
    steps.append(["open", kind(type), bytes.base64, name])
    try compare(type, name)
    return true
  }

  /// The number of fields in bytes that the library holds for later versions, and the module does
  /// not: all but registers, texts and constants. The bytes may be damaged.
  private func fieldsNotHeldThere<Document: ReplicatingDocument>(
    _: Document.Type, _ bytes: [UInt8]
  ) -> Int {
    func listed<Model: ReplicatingModel>(_: Model.Type) -> [[UInt8]] {
      Model.fields.ids.map(\.key)
    }
    guard let model = Document.self as? any ReplicatingModel.Type,
      var reader = try? Frame.open(bytes, expecting: Document.frameKind)
    else { return 0 }
    let known = listed(model)
    let held = [
      ReplicatingRegister<Int>.frameKind.code, ReplicatingText.frameKind.code,
      FieldShape.constant.codes[0],
    ]
    var count = 0
    try? HeldContent.readAll(from: &reader) { (id, part) throws(DecodingFailure) in
      if !known.contains(id.key), !held.contains(id.shape.codes[0]) { count += 1 }
      while !part.isAtEnd { _ = try part.read() }
    }
    return count
  }

  /// Expects that the module refuses bytes that are sound here.
  func refuseThere<Document: ReplicatingDocument>(
    _ type: Document.Type, _ bytes: [UInt8], as code: String
  ) {
    steps.append(["refuse", kind(type), bytes.base64, code, false])
  }

  /// Merges a delta, or records the refusal.
  ///
  /// - Returns: Whether it was merged.
  @discardableResult
  func take<Document: ReplicatingDocument>(
    _ type: Document.Type, _ delta: [UInt8], into name: String
  ) throws -> Bool {
    var mine: Document = read(name)
    do {
      try mine.merge(delta: try Document.Delta(encoded: delta))
    } catch let error as MissingHistory {
      steps.append(["refuseDelta", name, delta.base64, error.code])
      return false
    } catch let error as DecodingFailure {
      steps.append(["refuseDelta", name, delta.base64, error.code])
      return false
    }
    keep(mine, as: name)
    steps.append(["mergeDelta", name, delta.base64])
    try compare(type, name)
    return true
  }

  /// Compares the delta of a document since a version.
  func compareDelta<Document: ReplicatingDocument>(
    _ type: Document.Type, _ name: String, since version: [UInt8]
  ) throws {
    let document: Document = read(name)
    let delta = document.delta(since: try Document.Version(encoded: version))
    let bytes = try delta?.encoded().base64 ?? NSNull() as Any
    steps.append(["compareDelta", name, version.base64, bytes])
  }

  /// Compares the saved bytes of a document, and its version.
  func compare<Document: ReplicatingDocument>(_ type: Document.Type, _ name: String) throws {
    let document: Document = read(name)
    let version = try document.version.encoded().base64
    steps.append(["compare", name, try document.encoded().base64, version])
    if type == Note.self { summary(name) }
  }

  // MARK: The other side

  /// Runs all steps in the module.
  ///
  /// - Returns: The differences; empty if there are none.
  func differences() throws -> String {
    try Node.differences(
      of: steps, devices: environments.count, in: Node.moduleOfNotes, by: "notes.mjs")
  }
}

/// An edit of a note, and how `notes.mjs` calls it.
struct NoteEdit {
  let name: String
  let values: [Any]
  let change: (inout Note) -> Void

  static func replace(_ range: Range<Int>, with string: String) -> NoteEdit {
    NoteEdit(name: "replace", values: [range.lowerBound, range.upperBound, string]) {
      $0.text.utf16.replaceSubrange(range, with: string)
    }
  }

  static func title(_ title: String) -> NoteEdit {
    NoteEdit(name: "setTitle", values: [title]) { $0.title.value = title }
  }

  static func adding(tag: String) -> NoteEdit {
    NoteEdit(name: "addTag", values: [tag]) { $0.tags.insert(tag) }
  }

  static func removing(tag: String) -> NoteEdit {
    NoteEdit(name: "removeTag", values: [tag]) { $0.tags.remove(tag) }
  }

  static func priority(_ priority: Priority) -> NoteEdit {
    NoteEdit(name: "setPriority", values: [priority.rawValue]) { $0.priority.value = priority }
  }

  static func folder(_ folder: String) -> NoteEdit {
    NoteEdit(name: "setFolder", values: [folder]) {
      $0.folder.value = NoteFolder(folder)?.text ?? ""
    }
  }

  static func pinned(_ isPinned: Bool) -> NoteEdit {
    NoteEdit(name: "setPinned", values: [isPinned]) { $0.isPinned.value = isPinned }
  }

  static func order(_ index: FractionalIndex) -> NoteEdit {
    let key = FractionalIndex.Key(index, of: 7)
    return NoteEdit(name: "setOrder", values: ["\(key)"]) { $0.move(to: index) }
  }

  static func trashed(_ isTrashed: Bool) -> NoteEdit {
    NoteEdit(name: "setTrashed", values: [isTrashed]) { $0.isTrashed.value = isTrashed }
  }
}
