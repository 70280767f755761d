// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

/// The output of `decent devices`.
struct DeviceList {
  private let devices: [KnownDevice]
  private let abbreviation: Abbreviation

  init(_ devices: [KnownDevice]) {
    self.devices = devices
    abbreviation = Abbreviation(ofDevices: devices.map(\.id))
  }

  /// A line for each device.
  func text(_ form: OutputForm) -> String {
    Table(
      devices.map { device in
        [
          Table.Cell(digits(of: device), .digits),
          Table.Cell(device.name?.escapingControls, .title),
          Table.Cell(seen(device), .aside), Table.Cell(waiting(device)),
        ]
      }
    ).text(form)
  }

  /// The first digits of a device's id, and the device's name if it has one.
  func words(for device: KnownDevice) -> String {
    ([digits(of: device)] + [device.name?.escapingControls].compactMap(\.self))
      .joined(separator: "  ")
  }

  private func digits(of device: KnownDevice) -> String {
    abbreviation.short(device.id)
  }

  private func seen(_ device: KnownDevice) -> String {
    if device.isThisDevice { return "this device" }
    return device.lastSeen.map { "seen \(Moment(milliseconds: $0).minute)" } ?? "not seen"
  }

  private func waiting(_ device: KnownDevice) -> String? {
    if device.isThisDevice { return nil }
    if device.isRetired { return "retired" }
    guard device.waitingObjects > 0 else { return "has everything" }
    return "has not said that it has \(SyncReport.words(for: device.waitingDocuments))"
  }

  /// The device to retire, by the first digits of its id or by its name. If several devices have
  /// the name, the name means the only one of them that is neither this device nor retired.
  func find(_ word: String) throws(CommandFailure) -> KnownDevice {
    let named = devices.filter { $0.name == word }
    let retirable = named.filter { !$0.isThisDevice && !$0.isRetired }
    for found in [named, retirable] where found.count == 1 { return found[0] }
    let meant =
      word.utf8.count < 4 ? [] : devices.filter { $0.id.description.hasPrefix(word.lowercased()) }
    guard let device = meant.first else {
      throw named.isEmpty ? .unknownDevice(word) : .ambiguousDevice(word)
    }
    guard meant.count == 1 else { throw .ambiguousDevice(word) }
    return device
  }
}

/// The output of `decent devices --json`. The shape is documented in Documentation/CommandLine.md:
/// members may be added, none is ever renamed or removed.
struct DeviceRecords: Encodable {
  struct Device: Encodable {
    let id: String
    let name: String?
    /// Whether the entry is this device.
    let this: Bool
    let retired: Bool
    let seen: String?
    /// The names of the remotes where the device left objects.
    let remotes: [String]
    /// The number of uploads by other devices that the device has not acknowledged.
    let waitingUploads: Int
    /// The ids of the notes that these uploads change.
    let waiting: [String]
    /// The ids of the notes that these uploads purge.
    let purgesWaiting: [String]

    init(_ device: KnownDevice) {
      id = "\(device.id)"
      name = device.name
      this = device.isThisDevice
      retired = device.isRetired
      seen = device.lastSeen.map { Moment(milliseconds: $0).precise }
      remotes = device.remotes.map(\.text)
      waitingUploads = device.waitingObjects
      waiting = SyncRecord.notes(device.waitingDocuments)
      purgesWaiting = SyncRecord.purges(device.waitingDocuments)
    }
  }

  let devices: [Device]
}
