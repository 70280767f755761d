// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

extension Command {
  /// Prints the status of the remotes.
  static let status = Command(
    name: "status",
    forms: ["[--json]"],
    summary: "say what waits, what is damaged, and who has what",
    details: """
      For each remote: when this library synced with it last, the notes that wait to be sent, the \
      files there that could not be read and what to do, and the other devices with what they \
      acknowledged. It tells what was known after the last sync, and writes nothing.
      """,
    operands: 0...0,
    options: [.json]
  ) { arguments, context in
    let library = try context.library()
    let remotes = try library.remotes()
    guard !remotes.isEmpty else { throw CommandFailure.noRemote }
    let statuses = try remotes.map { ($0, try library.status(of: RemoteName($0.name))) }
    let places = statuses.map { StatusRecord.Place($0, $1) }
    let device = try library.knownDevice().map { "\($0)" }
    if arguments.has(.json) {
      try context.console.write(try StatusRecord(device: device, remotes: places).jsonText())
    } else {
      let abbreviation = try library.abbreviation()
      if let device { try context.console.print("this device  \(device)") }
      for ((remote, status), place) in zip(statuses, places) {
        let page = StatusPage(remote: remote, status: status, abbreviation: abbreviation)
        try context.console.write(page.text(isReachable: place.reachable))
      }
    }
  }
}
