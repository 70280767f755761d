// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

extension Command {
  /// Names a folder to sync with.
  static let remoteAdd = Command(
    name: "remote add",
    forms: ["NAME FOLDER"],
    summary: "name a shared folder to sync with",
    details: """
      FOLDER is one that other devices see too: kept by a folder service, on a server, or on a \
      stick. It has one name, and neither holds the library nor lies in it. Nothing is sent before \
      'decent sync'.
      """,
    operands: 2...2
  ) { arguments, context in
    let folder = try context.console.path(
      arguments.operands[1], for: "FOLDER", meaning: "folder")
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      if let failure = RemoteAddress.failure(for: arguments.operands[1]) { throw failure }
      throw CommandFailure.missingFolder(folder)
    }
    guard isFolder.boolValue else { throw CommandFailure.fileForFolder(folder) }
    let remote = Remote(name: arguments.operands[0], folder: folder)
    try remote.check()
    try remote.check(besideLibraryIn: try context.findFolder())
    try context.libraryOrNew().add(remote)
    try context.report { remote.line }
  }

  /// Lists the remotes.
  static let remoteList = Command(
    name: "remote list",
    forms: ["[--json]"],
    summary: "list the remotes",
    operands: 0...0,
    options: [.json]
  ) { arguments, context in
    let remotes = try context.library().remotes()
    if arguments.has(.json) {
      let records = remotes.map { RemoteRecord(name: $0.name, folder: $0.folder) }
      return try context.console.write(RemoteRecords(remotes: records).jsonText())
    }
    let table = Table(
      remotes.map { [Table.Cell($0.name), Table.Cell($0.folder.escapingControls, .place)] })
    try context.console.write(table.text(context.console.form))
  }

  private struct RemoteRecords: Encodable {
    let remotes: [RemoteRecord]
  }

  private struct RemoteRecord: Encodable {
    let name: String
    let folder: String
  }

  /// Forgets a remote.
  static let remoteRemove = Command(
    name: "remote remove",
    forms: ["NAME"],
    summary: "forget a remote; what lies there stays",
    operands: 1...1
  ) { arguments, context in
    let library = try context.library()
    let remote = try library.remote(named: arguments.operands[0])
    try library.removeRemote(named: remote.name)
    try context.report { remote.line }
  }
}

extension Remote {
  fileprivate var line: String { "\(name)  \(folder.escapingControls)" }
}
