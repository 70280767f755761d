// SPDX-License-Identifier: MIT

/// A device's statement to all other devices: its own name, and the retired devices.
///
/// A device writes a card when its statement changes. The card with the greatest number counts, and
/// the device deletes its older cards. Cards lie apart from the log.
package struct DeviceCard: Hashable, Sendable {
  /// The greatest number that a card may have.
  package static let maximumNumber = SegmentReference.maximumNumber

  /// The most bytes of a name, in UTF-8.
  package static let mostNameBytes = 255

  /// The most retired devices of a card, and the most that a device remembers. People have few
  /// devices.
  package static let mostRetired = 1024

  /// The prefix of the names of all cards.
  package static let namePrefix = "devices/"

  /// The device that wrote the card.
  package let device: DeviceID
  /// The number of the card among the cards of its device in this remote, from 1.
  package let number: Int
  /// The name that people use for the device; empty if it is not known.
  package let deviceName: String
  /// The devices that are known to be retired, ascending.
  package let retired: [DeviceID]

  /// Makes a card.
  ///
  /// - Parameters:
  ///   - deviceName: Cut to ``mostNameBytes``.
  ///   - retired: In any order.
  /// - Precondition: `number` is at least 1.
  package init(
    device: DeviceID, number: Int, deviceName: String, retired: some Sequence<DeviceID>
  ) {
    precondition(number >= 1, "cards are numbered from 1, not \(number)")
    self.device = device
    self.number = number
    self.deviceName = Self.cut(deviceName)
    self.retired = Set(retired).sorted()
  }

  private static func cut(_ name: String) -> String {
    var bytes = 0
    return String(
      name.prefix { character in
        bytes += character.utf8.count
        return bytes <= mostNameBytes
      })
  }

  /// The object name of the card. It ends with the checksum of the frame. So cards with the same
  /// number from two copies of a library stand side by side, and both are noticed.
  package var name: ObjectName {
    let text = WrittenName.text(.edits, device, number, checksum: encoded().frameChecksum)
    return ObjectName(knownSound: "\(Self.namePrefix)\(text)")
  }

  private static func prefix(of device: DeviceID) -> String { "\(namePrefix)\(device)-" }

  /// The number in the name of a device's card; nil for any other name, and for a number without a
  /// valid successor.
  static func number(in name: ObjectName, of device: DeviceID) -> Int? {
    guard name.isOfCard else { return nil }
    let prefix = prefix(of: device)
    guard name.text.hasPrefix(prefix) else { return nil }
    let digits = name.text.dropFirst(prefix.count).prefix(while: \.isNumber)
    return Int(digits).flatMap { (1..<maximumNumber).contains($0) ? $0 : nil }
  }

  /// Whether another device with the same id must have written this card.
  ///
  /// - Parameter last: The last card that was written here; nil if it is not known.
  func isOfAnother(than last: DeviceCard?) -> Bool {
    guard let last else { return false }
    return number > last.number || number == last.number && self != last
  }
}

extension ObjectName {
  /// Whether the name is that of a card, or of a copy of one.
  var isOfCard: Bool { text.hasPrefix(DeviceCard.namePrefix) }

  /// The device that wrote an acknowledgement or a card, by the name of the object or of a copy;
  /// nil for names of another form. The name is a hint only.
  var noticeWriter: DeviceID? {
    let last = lastPart
    guard last.dropFirst(32).starts(with: (isOfCard ? "-" : "-ack-").utf8) else { return nil }
    return DeviceID(Substring(last.prefix(32)))
  }

  /// Whether the name is foreign: no device gives it to an object, and no service to a copy.
  var isOfNoDevice: Bool { noticeWriter == nil && SegmentReference.hint(in: self) == nil }
}
