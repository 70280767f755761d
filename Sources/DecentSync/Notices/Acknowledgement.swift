// SPDX-License-Identifier: MIT

import BinaryCoding

/// A device's statement to all other devices of the objects that it has taken in from a remote.
///
/// A device writes an acknowledgement seldom, and only if it says something new. It does not
/// acknowledge acknowledgements, so devices at rest write nothing. A device deletes its older
/// acknowledgements.
package struct Acknowledgement: Hashable, Sendable {
  /// The greatest number an acknowledgement may have.
  package static let maximumNumber = SegmentReference.maximumNumber

  /// The most objects that an acknowledgement names as unreadable.
  package static let mostUnreadable = 100

  /// The device that makes the statement.
  package let device: DeviceID

  /// The number of the acknowledgement among the acknowledgements of its device in this remote,
  /// from 1. Only the acknowledgement with the greatest number counts.
  package let number: Int

  /// For each device, the number up to which all its objects in the remote were taken in.
  package let applied: [DeviceID: Int]

  /// A hash of the set of objects taken in from the remote: ``basis(of:)``. Devices with equal
  /// hashes must show the same contents if they hold nothing beyond those objects.
  package let basis: UInt64

  /// The ``StateDigest`` of all documents. Nil if the device holds more than it
  /// took in from the remote, or could not take in everything.
  package var digest: UInt64?

  /// Unreadable objects, ascending by name, of two kinds:
  /// - Objects that this device could not read. A device that has their
  ///   contents is to upload them again.
  /// - Objects that another device could not read. This device had taken them
  ///   in, and found their contents in other objects.
  package let unreadable: [ObjectInfo]

  /// Makes an acknowledgement.
  ///
  /// - Parameter unreadable: In any order. Only the first ``mostUnreadable`` by name are kept.
  /// - Precondition: The numbers are at least 1.
  package init(
    device: DeviceID, number: Int, applied: [DeviceID: Int], basis: UInt64, digest: UInt64?,
    unreadable: some Sequence<ObjectInfo>
  ) {
    precondition(
      number >= 1 && applied.values.allSatisfy { $0 >= 1 }, "objects are numbered from 1")
    self.device = device
    self.number = number
    self.applied = applied
    self.basis = basis
    self.digest = digest
    let byName = Dictionary(unreadable.map { ($0.name, $0) }) { first, _ in first }
    let named = byName.values.sorted { $0.name < $1.name }
    self.unreadable = Array(named.prefix(Self.mostUnreadable))
  }

  /// The name of the object in which the device stores the acknowledgement. It contains a checksum,
  /// so two copies of a library never give one name to different acknowledgements.
  package var name: ObjectName {
    let text = WrittenName.text(
      .acknowledgement, device, number, checksum: encoded().frameChecksum)
    return ObjectName(knownSound: "\(LogObject.namePrefix)\(text)")
  }

  /// The prefix of the names of all acknowledgements of a device.
  package static func namePrefix(of device: DeviceID) -> String {
    "\(LogObject.namePrefix)\(device)-\(WrittenName.Kind.acknowledgement.rawValue)"
  }

  /// The number in the name of a device's acknowledgement, or in the name of a copy of an
  /// acknowledgement. Nil for any other name, and for a number without a valid successor.
  ///
  /// - Parameter prefix: The device's ``namePrefix(of:)``.
  static func number(in name: ObjectName, after prefix: String) -> Int? {
    guard name.text.hasPrefix(prefix), let number = WrittenName(name)?.number else { return nil }
    return (1..<maximumNumber).contains(number) ? number : nil
  }

  /// Whether the two devices show different contents, though both took in the same objects.
  package func contradicts(_ other: Acknowledgement) -> Bool {
    guard basis == other.basis, let digest, let theirs = other.digest else { return false }
    return digest != theirs
  }

  /// Whether the device wrote an object, or had taken it in.
  func had(_ segment: WrittenName) -> Bool {
    device == segment.device || applied[segment.device] ?? 0 >= segment.number
  }

  /// Whether another device of the same id must have written this acknowledgement.
  ///
  /// - Parameter last: The last acknowledgement written here. Nil if it is not
  ///   known, as after a remote was removed and added again.
  package func isOfAnother(than last: Acknowledgement?) -> Bool {
    guard let last else { return false }
    return number > last.number || number == last.number && self != last
  }

  /// A hash of a set of objects, in any order.
  package static func basis(of segments: some Sequence<SegmentReference>) -> UInt64 {
    var writer = ByteWriter()
    // Digests depend on the format. With the format in the hash, digests of two formats are never
    // compared.
    writer.writeFixed(Frame.version)
    for segment in Set(segments).sorted() {
      writer.writeFixed(segment.device.rawValue)
      writer.writeFixed(UInt64(segment.number))
      writer.writeFixed(segment.checksum)
    }
    var digest = StateDigest()
    digest.add(contentsOf: writer.bytes)
    return digest.value
  }
}

extension Sequence<Acknowledgement> {
  /// The objects that devices call unreadable and never took in. A device that never took in an
  /// object learns from other devices whether the contents are lost.
  package var doubtedByNewcomers: Set<ObjectInfo> {
    Set(
      flatMap { said in
        said.unreadable.filter { object in
          SegmentReference.hint(in: object.name).map { !said.had($0) } ?? false
        }
      })
  }
}
