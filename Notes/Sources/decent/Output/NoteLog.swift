// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

/// The output of `decent log`.
struct NoteLog {
  private let history: NoteHistory
  private let id: NoteID
  private let devices: HistoryDevices
  private let deviceDigits: Abbreviation
  /// Whether the lines name devices: true if another device made a change.
  private let tellsDevices: Bool

  init(_ history: NoteHistory, of id: NoteID, on devices: HistoryDevices) {
    self.history = history
    self.id = id
    self.devices = devices
    deviceDigits = Abbreviation(ofDevices: devices.ids)
    tellsDevices = history.entries.contains { devices[$0]?.isThisDevice == false }
  }

  /// A line for each entry, newest first.
  func text(_ form: OutputForm) -> String {
    let abbreviation = history.abbreviation
    let texts = history.entries.indices.filter { history.entries[$0].text != nil }
    let below = Dictionary(uniqueKeysWithValues: zip(texts, texts.dropFirst()))
    let rows = history.entries.indices.map { index in
      let older = below[index].flatMap { history.entries[$0].text?.version }
      return cells(of: history.entries[index], above: older, abbreviation)
    }
    return Table(rows).text(form)
  }

  private func device(of entry: NoteHistory.Entry) -> String? {
    guard let device = devices[entry] else { return nil }
    if device.isThisDevice { return "here" }
    return "on \(device.name?.escapingControls ?? deviceDigits.short(device.id))"
  }

  /// The sign in place of the digits for an entry that did not change the text.
  private static let noVersion = "-"

  private func cells(
    of entry: NoteHistory.Entry, above older: VersionID?, _ abbreviation: Abbreviation
  ) -> [Table.Cell] {
    let version = entry.text.map { abbreviation.short($0.version) } ?? Self.noVersion
    var cells = [
      Table.Cell(version, .digits), Table.Cell(Moment(milliseconds: entry.milliseconds).readable),
      Table.Cell(entry.changes.joined(separator: ", ")),
    ]
    if tellsDevices { cells.append(Table.Cell(device(of: entry), .aside)) }
    if let change = entry.text, let older, !change.after.contains(older) {
      cells.append(Table.Cell("(not knowing \(abbreviation.short(older)))", .aside))
    }
    return cells
  }

  func json() throws -> String {
    try Records(
      entries: history.entries.map { Record($0, on: devices[$0]) }, note: "\(id)"
    ).jsonText()
  }

  private struct Records: Encodable {
    let entries: [Record]
    let note: String
  }

  /// An entry in JSON. Nil members are absent.
  private struct Record: Encodable {
    let version: String?
    let after: [String]?
    let inserted: Int?
    let deleted: Int?
    let time: String
    let run: String
    let device: String?
    let deviceName: String?
    let added: Bool
    let title: String?
    let priority: String?
    let folder: String?
    let trashed: Bool?
    let pinned: Bool?
    let moved: Bool
    let tagsAdded: [String]
    let tagsRemoved: [String]

    init(_ entry: NoteHistory.Entry, on device: KnownDevice?) {
      version = entry.text.map { "\($0.version)" }
      after = entry.text.map { $0.after.map { "\($0)" } }
      inserted = entry.text?.insertedCount
      deleted = entry.text?.deletedCount
      time = Moment(milliseconds: entry.milliseconds).precise
      run = "\(NoteID(rawValue: entry.run.rawValue))"
      self.device = device.map { "\($0.id)" }
      deviceName = device?.name
      added = entry.isCreation
      title = entry.title
      priority = entry.priority?.rawValue
      folder = entry.folder?.text
      trashed = entry.isTrashed
      pinned = entry.isPinned
      moved = entry.isMove
      tagsAdded = entry.addedTags
      tagsRemoved = entry.removedTags
    }
  }
}

extension NoteHistory.Entry {
  /// The changes in words.
  fileprivate var changes: [String] {
    var changes: [String] = []
    if isCreation { changes.append("added") }
    if let text { changes.append("text \(text.counts)") }
    if let title { changes.append("title '\(title.escapingControls)'") }
    if let priority { changes.append("priority \(priority.rawValue)") }
    if let folder { changes.append("folder \(folder.text.escapingControls)/") }
    let tags =
      addedTags.map { "+\(NoteList.text(ofTags: [$0]))" }
      + removedTags.map { "-\(NoteList.text(ofTags: [$0]))" }
    if !tags.isEmpty { changes.append("tags \(tags.joined(separator: " "))") }
    if let isPinned { changes.append(isPinned ? "pinned" : "unpinned") }
    if isMove { changes.append("moved") }
    if let isTrashed { changes.append(isTrashed ? "deleted" : "restored") }
    return changes
  }
}

extension NoteHistory.TextChange {
  /// The numbers of Unicode scalars inserted and deleted: `+12 -3`.
  fileprivate var counts: String {
    var counts: [String] = []
    if insertedCount > 0 { counts.append("+\(insertedCount)") }
    if deletedCount > 0 { counts.append("-\(deletedCount)") }
    return counts.joined(separator: " ")
  }
}
