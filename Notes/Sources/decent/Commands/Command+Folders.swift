// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Lists the folders.
  static let folders = Command(
    name: "folders",
    forms: ["[--json]"],
    summary: "list the folders, and how many notes are in each",
    details: """
      Notes in a folder within it count too; those in the trash do not. 'decent list --in FOLDER' \
      lists the notes, and 'decent move NOTE... --in FOLDER' puts them there.
      """,
    operands: 0...0,
    options: [.json]
  ) { arguments, context in
    let folders = FolderCounts(try context.library().summaries()).all
    if arguments.has(.json) {
      let records = folders.map { FolderRecords.Folder(folder: $0.folder.text, notes: $0.notes) }
      return try context.console.write(try FolderRecords(folders: records).jsonText())
    }
    let rows = folders.map { folder, notes in
      [Table.Cell(NoteList.text(of: folder), .place), Table.Cell("\(notes)", .aside)]
    }
    try context.console.write(Table(rows).text(context.console.form))
  }

  private struct FolderRecords: Encodable {
    struct Folder: Encodable {
      let folder: String
      let notes: Int
    }

    let folders: [Folder]
  }
}
