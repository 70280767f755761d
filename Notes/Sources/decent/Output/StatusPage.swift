// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

/// The output of `decent status` for a remote.
struct StatusPage {
  let remote: Remote
  let status: RemoteStatus
  let abbreviation: Abbreviation

  /// The most lines about waiting notes and purges, and the most lines about pending objects.
  private static let mostLines = 20

  /// A line for the remote, and indented lines below it.
  func text(isReachable: Bool) -> String {
    let head = ["\(remote.name)  \(remote.folder.escapingControls)"]
    let missing = FolderStore(path: remote.folder).missingFolder
    let damage = remote.isDamaged ? ["damaged  its name or folder: decent check --repair"] : []
    let reach = isReachable || remote.isDamaged ? damage : ["\(missing.reason); \(missing.advice)"]
    let body = reach + [synced] + incomplete + Self.some(waiting) + Self.some(pending) + devices
    return (head + body.map { "  \($0)" }).map { $0 + "\n" }.joined()
  }

  private static func some(_ lines: [String]) -> [String] {
    let rest = lines.count - mostLines
    return lines.prefix(mostLines) + (rest > 0 ? ["and \(rest) more"] : [])
  }

  private var synced: String {
    status.sync.lastSync.map { "synced  \(Moment(milliseconds: $0).minute)" } ?? "never synced"
  }

  private var incomplete: [String] {
    let lacking = SyncReport.incompleteness(files: status.sync.notTakenIn.count)
    let damaged = status.damaged.map { document in
      switch document {
      case .note(let id): "damaged  \(abbreviation.short(id)): decent check --repair"
      case .purge(let id):
        "damaged  the purge of \(abbreviation.short(id)): decent check --repair"
      }
    }
    return (lacking.map { [$0] } ?? []) + damaged
  }

  private var waiting: [String] {
    guard !status.waiting.isEmpty || !status.damaged.isEmpty else {
      return ["nothing waits to be sent"]
    }
    return status.waiting.map { waiting in
      var parts = ["waits"]
      switch waiting.document {
      case .note(let id):
        parts += [abbreviation.short(id), (waiting.note?.title ?? "").escapingControls]
      case .purge(let id): parts.append("the purge of \(abbreviation.short(id))")
      }
      if !waiting.isNext { parts.append("(of another device; left to a later sync)") }
      return parts.joined(separator: "  ")
    }
  }

  private var pending: [String] {
    let store = FolderStore(path: remote.folder)
    return status.sync.pending.map { object in
      let isReplaced = status.sync.replaced.contains(object.info.name)
      let place = store.place(of: object.info.name).escapingControls
      return "pending  \(place): \(object.message(isReplaced: isReplaced))"
    }
  }

  private var devices: [String] {
    status.sync.devices.map { device in
      (["device", "\(device.id)"] + [device.name?.escapingControls].compactMap(\.self)
        + [says(device)]).joined(separator: "  ")
    }
  }

  private func says(_ device: SyncStatus.Device) -> String {
    if device.isRetired { return "retired" }
    if device.isContradicting {
      return """
        took in the same as this one and shows something else: one library is damaged; export \
        both and compare
        """
    }
    let number = device.acknowledged ?? 0
    guard let time = device.time, number > 0 || status.sync.sent == 0 else {
      return "what it has of this device's changes is not known yet"
    }
    let moment = Moment(milliseconds: time).minute
    if number >= status.sync.sent { return "has all of this device's changes, as of \(moment)" }
    return "has at least \(number) of this device's \(status.sync.sent) uploads, as of \(moment)"
  }
}
