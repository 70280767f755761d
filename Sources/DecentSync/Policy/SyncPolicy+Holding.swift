// SPDX-License-Identifier: MIT

/// The versions of a document that every device has, as far as this device can prove it.
///
/// A device has the versions that its own claims lead to, and those that the objects lead to that
/// it took in whole. An acknowledgement proves that for a set of objects, not for single ones: a
/// device may have met a later object of a writer and not an earlier one, which its folder had not
/// carried yet. The set is proven if the ``Acknowledgement/basis`` equals that of the objects here
/// up to the acknowledged numbers. Each run that reads anything checks that, because an object may
/// arrive after the acknowledgement that covers it. The result is kept by object
/// (``SyncTable/had``).
///
/// A device that was restored from a backup, or that left nothing in any remote, may lack versions
/// that count as held by all.
extension SyncPolicy {
  /// Notes which objects devices have taken in, by their last acknowledgements.
  ///
  /// - Returns: The documents that devices are known to have more of than before.
  /// - Complexity: O(*n*) in the known objects for each device, and the claims of those that it was not
  ///   known to have.
  package func noteHad() throws -> Set<DocumentID> {
    try rows.transaction {
      let whole = try objects().filter { $0.row.isComplete && !$0.row.holdsNoClaims }
      var documents: Set<DocumentID> = []
      for said in try acknowledgements().map(\.acknowledgement) where try !isOurs(said.device) {
        let names = said.provenObjects(among: whole.map { ($0.name, $0.row.reference) })
        for name in names where try noteHad(name, by: said.device) {
          documents.formUnion(try claims(of: name).map(\.document))
        }
      }
      return documents
    }
  }

  /// - Returns: Whether that was not known before.
  private func noteHad(_ name: ObjectName, by device: DeviceID) throws -> Bool {
    let key = key(.had, name).adding(device)
    guard try rows.value(of: key) == nil else { return false }
    try rows.set(key, to: [UInt8]())
    return true
  }

  /// The other devices that are known in any remote, and not retired.
  ///
  /// - Complexity: O(*n*) in the known objects.
  package func othersInUse() throws -> Set<DeviceID> {
    var devices: Set<DeviceID> = []
    for policy in try policies() {
      devices.formUnion(try policy.objects().map(\.row.reference.device))
      devices.formUnion(try policy.acknowledgements().map(\.acknowledgement.device))
      devices.formUnion(try policy.cards().map(\.device))
    }
    let own = try deviceRow()
    return devices.subtracting(try retired()).subtracting(own.former + [own.device])
  }

  /// The versions of a document that devices are known to have; nil if there is no such document.
  ///
  /// - Returns: Of each device, or of none if all devices have the local version.
  /// - Complexity: O(*n*) in the claims of the document, over all remotes.
  package func versions(
    of document: DocumentID, heldBy devices: Set<DeviceID>
  ) throws -> [[UInt8]]? {
    try documents.read(document) { open in
      let held = try held(of: document, by: devices, open)
      let version = try open.version()
      let isHeld = try devices.allSatisfy { try open.contains(version, in: held[$0] ?? []) }
      return isHeld ? [] : devices.sorted().map { held[$0] ?? [] }
    }
  }

  /// The versions of a document that devices are known to have, without the devices that are not
  /// known to have any.
  private func held(
    of document: DocumentID, by devices: Set<DeviceID>, _ open: any OpenDocument
  ) throws -> [DeviceID: [UInt8]] {
    var held: [DeviceID: [UInt8]] = [:]
    for policy in try policies() {
      for claim in try policy.claims(of: document) {
        for device in try policy.holders(of: claim) where devices.contains(device) {
          held[device] = try open.joined(held[device] ?? [], claim.row.to)
        }
      }
    }
    return held
  }

  /// The devices that are known to have the version that a claim leads to: its writer, and the
  /// devices that took its object in.
  private func holders(of claim: KnownClaim) throws -> [DeviceID] {
    guard let object = try object(claim.name) else { return [] }
    let readers = try rows.rows(in: key(.had, claim.name)).map { row throws(DamagedRow) in
      var reader = RowKeyReader(row.key)
      _ = try (reader.text(), reader.text())
      return try reader.device()
    }
    return [object.reference.device] + readers
  }
}

extension Acknowledgement {
  /// The objects up to the acknowledged numbers, if they are the ones that the device had taken in;
  /// none if it had others or lacked some.
  fileprivate func provenObjects(
    among objects: [(name: ObjectName, reference: SegmentReference)]
  ) -> [ObjectName] {
    let taken = objects.filter { $0.reference.number <= applied[$0.reference.device] ?? 0 }
    let isProven = Acknowledgement.basis(of: taken.map(\.reference)) == basis
    return isProven ? taken.map(\.name) : []
  }
}
