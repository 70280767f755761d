// SPDX-License-Identifier: MIT

import NotesCore
import ReplicatingTypes

/// Structs of replicating values, and the saved types of `NotesCore`.
enum ModelForms {
  static let all: [any SavedForm] = [
    folder, game, note, noteInFolder, pinnedNote, movedNote, purges,
  ]

  private static let folder = ReplicatingForm("fields", Folder()) { folder, step in
    folder.front.name.value = "é\(step)"
    if step != 1 { folder.front.lines.append("line \(step)") }
    if step > 0 { folder.sizes["a", default: ReplicatingCounter()].increment(by: step) }
  } show: { folder in
    [
      ShownText.quoted(folder.front.name.value),
      ShownText.list(folder.front.lines.map(ShownText.quoted)),
      ShownText.list(folder.sizes.map { "\(ShownText.quoted($0.key)): \($0.value.value)" }),
    ].joined(separator: "; ")
  }

  private static let game = ReplicatingForm("model", Game()) { game, step in
    game.title.value = "é\(step)"
    let (points, isTooMany) = game.best.points.addingReportingOverflow(step == 4 ? .max / 2 : step)
    game.best.points = isTooMany ? .max : points
    if game.id.isEmpty { game.id = "game" }
    if step > 1 { game.moves.append("move \(step)") }
  } show: { game in
    [
      game.id, ShownText.quoted(game.title.value), "\(game.best.points)",
      ShownText.list(game.moves.map(ShownText.quoted)),
    ].joined(separator: "; ")
  }

  static let note = ReplicatingForm("note", Note()) { note, step in
    edit(&note, step)
  } show: { note in
    [
      ShownText.quoted(note.title.value), ShownText.quoted(note.text.string),
      ShownText.list(note.tags.map(ShownText.quoted)), note.priority.value.rawValue,
      "\(note.created.value)", note.isTrashed.value ? "in the trash" : "not in the trash",
    ].joined(separator: "; ")
  }

  private static let noteInFolder = ReplicatingForm("note-in-a-folder", Note()) { note, step in
    if step != 2 { edit(&note, step) }
    note.folder.value = ["Work/Garden", "", "Été", "🏕", "../x\0"][step]
  } show: { note in
    "\(ShownText.quoted(note.title.value)) in \(ShownText.quoted(note.folder.value))"
  }

  private static let pinnedNote = ReplicatingForm("pinned-note", Note()) { note, step in
    if step != 2 { edit(&note, step) }
    note.isPinned.value = step != 1
  } show: { note in
    "\(ShownText.quoted(note.title.value)) is \(note.isPinned.value ? "pinned" : "not pinned")"
  }

  private static func edit(_ note: inout Note, _ step: Int) {
    switch step {
    case 0:
      note.title.value = "Camping"
      note.created.value = 1_790_000_000_000
      note.text.append("We leave on Friday.\n")
      note.tags.formUnion(["home", "été"])
    case 1:
      note.text.update(to: "We leave on Monday.\n")
      note.priority.value = .high
    case 2:
      note.title.value = "Camping 🏕"
      note.tags.remove("home")
      note.text.append("Bring a tent.")
    case 3: note.isTrashed.value.toggle()
    default:
      note.title.value = ""
      note.created.value = .max
      note.text.update(to: "\0")
      note.tags.insert("")
    }
  }

  private static let movedNote = ReplicatingForm("moved-note", Note()) { note, step in
    if step != 2 { edit(&note, step) }
    let index = FractionalIndex(bytes: step == 4 ? [] : [0x40, UInt8(step), 0xff])
    note.place.value = index
  } show: { note in
    "\(ShownText.quoted(note.title.value)) at \(note.place.value.bytes)"
  }

  static let purges = ReplicatingForm("purges-of-a-note", DocumentRemoval()) { purges, step in
    var note = Note()
    ReplicationEnvironment(milliseconds: { 1 }, random: { 8 }).run { edit(&note, step) }
    try? purges.purge(note)
  } show: { purges in
    var note = Note()
    purges.leave(in: &note)
    let text: ReplicatingText.Version = purges.reach(of: Note.self)["text"]
    return """
      \(purges.count) purges; edits of the text seen: \(text.tips.map(\.number).sorted()); \
      \(note.isTrashed.value ? "comes back into the trash" : "is not there")
      """
  }
}

/// A model with a field of each way to travel, and a constant.
struct Game: ReplicatingModel {
  /// A type that only merges.
  struct Best: Replicable, Hashable, Codable {
    var points = 0

    func merged(with other: Best) -> Best { Best(points: max(points, other.points)) }
  }

  var title = ReplicatingRegister(default: "")
  var best = Best()
  var moves = ReplicatingArray<String>()
  var id = ""

  static let kind = "com.example.game"
  static let fields = FieldList(
    ("title", \Game.title), ("best", \.best), ("moves", \.moves), constants: ("id", \.id))
}

/// A struct of replicating values with another inside.
struct Folder: ReplicatingModel {
  struct Page: ReplicatingModel {
    var name = ReplicatingRegister(default: "")
    var lines = ReplicatingArray<String>()

    static let kind = "com.example.page"

    static let fields = FieldList(("name", \Page.name), ("lines", \.lines))
  }

  var front = Page()
  var sizes = ReplicatingDictionary<String, ReplicatingCounter>()

  static let kind = "com.example.folder"

  static let fields = FieldList(("front", \Folder.front), ("sizes", \.sizes))
}
