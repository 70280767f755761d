// SPDX-License-Identifier: MIT

/// The parts of the name of an object that a device wrote, or of a copy of such an object.
///
/// A name is a hint only: folder services rename files. The identity of an object stands in its
/// bytes.
struct WrittenName: Equatable {
  /// The kinds of objects in the folder `log`. In a name, the raw value stands before the number.
  enum Kind: String, CaseIterable {
    case acknowledgement = "ack-"
    case compaction = "r"
    case edits = ""
  }

  let device: DeviceID
  let kind: Kind
  let number: Int
  /// The checksum of the object's frame; nil if the name lacks it.
  let checksum: UInt32?

  /// Reads the parts of a name; nil for a name of another form.
  init?(_ name: ObjectName) {
    let last = Substring(name.lastPart)
    guard let device = DeviceID(last.prefix(32)), last.dropFirst(32).first == "-" else {
      return nil
    }
    var rest = last.dropFirst(33)
    let kind =
      name.isOfCard ? .edits : Kind.allCases.first { rest.hasPrefix($0.rawValue) } ?? .edits
    rest = rest.dropFirst(kind.rawValue.count)
    let digits = rest.prefix(while: \.isNumber)
    guard let number = Int(digits) else { return nil }
    self.device = device
    self.kind = kind
    self.number = number
    checksum = UInt32(checksumAfterHyphen: rest.dropFirst(digits.count))
  }

  /// The last part of the name of an object. It ends with the checksum of the object's frame. So
  /// two copies of a library, which use the same numbers, never give one name to different
  /// objects.
  static func text(_ kind: Kind, _ device: DeviceID, _ number: Int, checksum: UInt32) -> String {
    "\(device)-\(kind.rawValue)\(number)-\(checksum.eightDigits)"
  }
}

extension UInt32 {
  /// The number in 8 hexadecimal digits.
  fileprivate var eightDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Reads 8 hexadecimal digits after a hyphen at the beginning of a text; nil if there are none.
  fileprivate init?(checksumAfterHyphen text: Substring) {
    let digits = text.dropFirst().prefix(8)
    guard text.first == "-", digits.utf8.count == 8,
      digits.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else { return nil }
    self.init(digits, radix: 16)
  }
}

extension ObjectName {
  /// Whether the device, number or checksum in the name contradicts a reference.
  func denies(_ reference: SegmentReference) -> Bool {
    guard let written = WrittenName(self), let checksum = written.checksum else { return false }
    return written.device != reference.device || written.number != reference.number
      || checksum != reference.checksum
  }

  /// Whether the name contains a checksum.
  var statesChecksum: Bool { WrittenName(self)?.checksum != nil }
}
