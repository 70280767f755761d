// SPDX-License-Identifier: MIT

import BinaryCoding

/// What a device says it has taken in of a remote, for all others to read.
///
/// It is written when it would say something new, seldom, and never says anything of
/// acknowledgements, so that devices at rest write nothing. A device deletes its own older ones.
package struct Acknowledgement: Hashable, Sendable {
  /// The greatest number an acknowledgement may have.
  package static let maximumNumber = SegmentReference.maximumNumber

  /// The most objects that are named as unreadable.
  package static let mostUnreadable = 100

  /// Who says it.
  package let device: DeviceID

  /// Its number among those of its device in this remote, from 1: the greatest counts.
  package let number: Int

  /// Of each device, the number of the last object up to which everything it left in the
  /// remote was taken in.
  package let applied: [DeviceID: Int]

  /// Which objects were taken in from there: ``basis(of:)``. Devices that say the same and
  /// have nothing beyond must show the same.
  package let basis: UInt64

  /// What all documents hold together: a ``StateDigest``. Nil if the device holds more
  /// than it took in from there, or could not take in everything.
  package let digest: UInt64?

  /// Objects that could not be read, ascending by name: a device that holds what they hold is to
  /// upload it again. Or objects that another device could not read: this one had taken them in,
  /// and found what they hold in others.
  package let unreadable: [ObjectInfo]

  /// Makes an acknowledgement.
  ///
  /// - Parameter unreadable: In any order; more than ``mostUnreadable`` are left out.
  /// - Precondition: The numbers are at least 1.
  package init(
    device: DeviceID, number: Int, applied: [DeviceID: Int], basis: UInt64, digest: UInt64?,
    unreadable: some Sequence<ObjectInfo>
  ) {
    precondition(
      number >= 1 && applied.values.allSatisfy { $0 >= 1 }, "segments are numbered from 1")
    self.device = device
    self.number = number
    self.applied = applied
    self.basis = basis
    self.digest = digest
    let byName = Dictionary(unreadable.map { ($0.name, $0) }) { first, _ in first }
    let named = byName.values.sorted { $0.name < $1.name }
    self.unreadable = Array(named.prefix(Self.mostUnreadable))
  }

  /// Where the device stores it.
  package var name: ObjectName {
    ObjectName(knownSound: "\(Self.namePrefix(of: device))\(number)")
  }

  /// What the names of all acknowledgements of a device begin with.
  package static func namePrefix(of device: DeviceID) -> String {
    "\(Segment.namePrefix)\(device)-ack-"
  }

  /// The number in the name of a device's acknowledgement; nil for any other name, and for numbers
  /// that none can follow.
  ///
  /// - Parameter prefix: The device's ``namePrefix(of:)``.
  static func number(in name: ObjectName, after prefix: String) -> Int? {
    guard name.text.hasPrefix(prefix) else { return nil }
    return Int(name.text.dropFirst(prefix.count)).flatMap { number in
      number > 0 && number < maximumNumber ? number : nil
    }
  }

  /// Whether it says that another device shows something else, though both took in the same.
  package func contradicts(_ other: Acknowledgement) -> Bool {
    guard basis == other.basis, let digest, let theirs = other.digest else { return false }
    return digest != theirs
  }

  /// Whether the device wrote an object, or had taken it in.
  func had(_ segment: (device: DeviceID, number: Int)) -> Bool {
    device == segment.device || applied[segment.device] ?? 0 >= segment.number
  }

  /// Whether another device must have written this one, which is of the same id.
  ///
  /// - Parameter last: The last one that was written here; nil if that is not known, as after
  ///   a remote was removed and added again.
  package func isOfAnother(than last: Acknowledgement?) -> Bool {
    guard let last else { return false }
    return number > last.number || number == last.number && self != last
  }

  /// A number for a set of objects, in whatever order.
  package static func basis(of segments: some Sequence<SegmentReference>) -> UInt64 {
    var writer = ByteWriter()
    // Digests are of bytes: those of two formats must not be compared.
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
  /// The objects that a device calls unreadable which never had what they hold. It learns from the
  /// others that this is not lost.
  package var doubtedByNewcomers: Set<ObjectInfo> {
    Set(
      flatMap { said in
        said.unreadable.filter { object in
          SegmentReference.hint(in: object.name).map { !said.had($0) } ?? false
        }
      })
  }
}
