// SPDX-License-Identifier: MIT

import Causality

/// The devices that sync with the remotes of this library.
extension Notices {
  /// All known devices of all remotes: this device first if it has sync state of a remote, then the
  /// other devices by id.
  ///
  /// - Complexity: O(*d* · *n*), where *d* is the number of devices, and *n* is the number of known
  ///   objects and of claims of unacknowledged objects.
  func devices() throws -> [KnownDevice] {
    let own = try identity.known()
    var met: [DeviceID: MetDevice] = [:]
    if let own, try !ofAllRemotes().isEmpty { met[own.device] = MetDevice() }
    for device in try retired() { met[device] = MetDevice() }
    for notices in try ofAllRemotes() { try notices.addDevices(to: &met) }
    // A former id of this device is listed only if a copy of the library uses it.
    for device in own?.former ?? [] where try isRetired(device) || met[device]?.name == nil {
      met[device] = nil
    }
    return try met.map { device, found in
      KnownDevice(
        device, found, isThisDevice: device == own?.device, isRetired: try isRetired(device))
    }.sorted { ($0.isThisDevice ? 0 : 1, $0.id) < ($1.isThisDevice ? 0 : 1, $1.id) }
  }

  /// All known devices, by their marks. A mark that two devices share is left out.
  ///
  /// An id that this device gave up because the id was retired counts as this device.
  ///
  /// - Complexity: The complexity of ``devices()``.
  func devicesByMark() throws -> [DeviceMark: KnownDevice] {
    let devices = try devices()
    var marked = devices.map { ($0.id.mark, $0) }
    if let row = try identity.known() {
      let own =
        devices.first(where: \.isThisDevice)
        ?? KnownDevice(row.device, MetDevice(), isThisDevice: true, isRetired: false)
      marked.append((own.id.mark, own))
      for id in row.former where try isRetired(id) { marked.append((id.mark, own)) }
    }
    return Dictionary(grouping: marked, by: \.0)
      .compactMapValues { found in
        found.allSatisfy { $0.1.id == found[0].1.id } ? found[0].1 : nil
      }
  }

  /// The names of the devices of this remote, by id.
  func deviceNames() throws -> [DeviceID: String] {
    var names: [DeviceID: String] = [:]
    for card in try cards() where !card.deviceName.isEmpty { names[card.device] = card.deviceName }
    return names
  }

  private func addDevices(to met: inout [DeviceID: MetDevice]) throws {
    let objects = try self.objects.all()
    let acknowledgements = try acknowledgements()
    let names = try deviceNames()
    let here =
      objects.map(\.row.reference.device)
      + acknowledgements.map(\.acknowledgement.device) + names.keys
    for device in Set(here) { met[device, default: MetDevice()].remotes.append(remote) }
    for (_, row) in objects { met[row.reference.device]?.see(at: row.since) }
    for row in acknowledgements { met[row.acknowledgement.device]?.see(at: row.time) }
    for (device, name) in names { met[device]?.name = name }
    let applied = Dictionary(
      acknowledgements.map { ($0.acknowledgement.device, $0.acknowledgement.applied) }
    ) { $1 }
    for device in Set(here) {
      let waiting = objects.filter { $0.row.waits(for: device, after: applied[device] ?? [:]) }
      met[device]?.objects += waiting.count
      for (name, _) in waiting {
        let live = try claims.claims(of: name).filter { !$0.row.isSuperseded }
        met[device]?.documents.formUnion(live.map(\.document))
      }
    }
  }
}

/// The facts that rows hold about a device.
private struct MetDevice {
  var name: String?
  var remotes: [RemoteName] = []
  var lastSeen: UInt64?
  var objects = 0
  var documents: Set<DocumentID> = []

  mutating func see(at time: UInt64) { lastSeen = max(lastSeen ?? 0, time) }
}

extension KnownDevice {
  fileprivate init(
    _ id: DeviceID, _ found: MetDevice, isThisDevice: Bool, isRetired: Bool
  ) {
    let isWaitedFor = !isThisDevice && !isRetired
    self.init(
      id: id, name: found.name, isThisDevice: isThisDevice, isRetired: isRetired,
      remotes: found.remotes, lastSeen: found.lastSeen,
      waitingObjects: isWaitedFor ? found.objects : 0,
      waitingDocuments: isWaitedFor ? found.documents : [])
  }
}

extension ObjectRow {
  /// Whether the object has live claims that a device is not known to have taken in.
  ///
  /// - Parameter applied: ``Acknowledgement/applied`` of the device.
  fileprivate func waits(for device: DeviceID, after applied: [DeviceID: Int]) -> Bool {
    !holdsNoClaims && live > 0 && reference.device != device
      && reference.number > applied[reference.device] ?? 0
  }
}
