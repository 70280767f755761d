// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

/// What `decent status` prints of a remote.
struct StatusPage {
  let remote: Remote
  let status: RemoteStatus
  let abbreviation: Abbreviation

  /// A line for the remote, and more below it, indented.
  func text(isReachable: Bool) -> String {
    let head = ["\(remote.name)  \(remote.folder.escapingControls)"]
    let reach = isReachable ? [] : ["the folder is not there; mount its disk, then sync"]
    let body = reach + [synced] + waiting + pending + devices
    return (head + body.map { "  \($0)" }).map { $0 + "\n" }.joined()
  }

  private var synced: String {
    status.lastSync.map { "synced  \(Moment(milliseconds: $0).readable)" } ?? "never synced"
  }

  private var waiting: [String] {
    guard !status.waiting.isEmpty else { return ["nothing waits to be sent"] }
    return status.waiting.map { waiting in
      var parts = ["waits"]
      switch waiting.document {
      case .index: parts.append("the order of the notes")
      case .note(let id):
        parts += [abbreviation.short(id), (waiting.note?.title ?? "").escapingControls]
      }
      if !waiting.isNext { parts.append("(of another device; left to a later sync)") }
      return parts.joined(separator: "  ")
    }
  }

  private var pending: [String] {
    let store = FolderStore(path: remote.folder)
    return status.pending.map { object in
      "pending  \(store.place(of: object.info.name).escapingControls): \(object.message)"
    }
  }

  private var devices: [String] {
    status.devices.map { device in
      "device  \(device.id)  \(says(device))"
    }
  }

  private func says(_ device: RemoteStatus.Device) -> String {
    if device.isContradicting {
      return """
        took in the same as this one and shows something else: one library is damaged; export \
        both and compare
        """
    }
    guard let number = device.acknowledged, let time = device.time else {
      return "has acknowledged nothing yet"
    }
    let moment = Moment(milliseconds: time).readable
    if number >= status.sent { return "has all of this device's changes, as of \(moment)" }
    return "has \(number) of this device's \(status.sent) uploads, as of \(moment)"
  }
}
