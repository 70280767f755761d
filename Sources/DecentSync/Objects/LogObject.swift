// SPDX-License-Identifier: MIT

import BinaryCoding

/// Claims about documents, sealed together by one device. Immutable.
///
/// The object itself names the device that sealed it. So a renamed copy is the same object, and
/// counts once.
package struct LogObject: Hashable, Sendable {
  /// The beginning of the names of all objects of the log in a store.
  package static let namePrefix = "log/"

  /// The greatest level that an object may have.
  package static let maximumLevel = 63

  /// The most claims of an object. The limit bounds the time that a reader spends on a few bytes
  /// that unpack to many claims.
  package static let mostClaims = 1 << 14

  /// The most claims of one document in an object. The claims are compared with each other, which
  /// takes time.
  package static let mostClaimsOfDocument = 1024

  /// The most compactions that an object lists as taken in. Later objects list further compactions.
  package static let mostTaken = 1024

  /// Whether an object may hold these claims.
  ///
  /// - Parameter claims: By ascending document.
  static func mayHold(_ claims: [Claim]) -> Bool {
    if claims.count > mostClaims { return false }
    return zip(claims, claims.dropFirst(mostClaimsOfDocument)).allSatisfy {
      $0.document != $1.document
    }
  }

  /// The device that sealed the object.
  package let device: DeviceID
  /// The object's number among the objects of its device, from 1. A device numbers its objects
  /// across all its remotes, so a remote may lack some numbers.
  package let number: Int
  /// How often the claims were compacted: 0 for edits just made. Large objects begin at a higher
  /// level.
  package let level: Int
  /// Compactions of other devices that the sealing device has taken in. The device lists each
  /// compaction in only one of its objects.
  package let taken: [SegmentReference]
  /// The claims, by ascending document.
  package let claims: [Claim]

  /// Makes an object.
  ///
  /// - Parameters:
  ///   - taken: In any order.
  ///   - claims: In any order. Claims of one document keep their order.
  /// - Precondition: `number` is at least 1, `level` from 0 to ``maximumLevel``.
  package init(
    device: DeviceID, number: Int, level: Int, taken: [SegmentReference], claims: [Claim]
  ) {
    precondition(number >= 1, "objects are numbered from 1, not \(number)")
    precondition((0...Self.maximumLevel).contains(level), "no object has the level \(level)")
    self.device = device
    self.number = number
    self.level = level
    self.taken = Set(taken).sorted()
    let ordered = claims.enumerated().sorted {
      ($0.element.document, $0.offset) < ($1.element.document, $1.offset)
    }
    self.claims = ordered.map(\.element)
  }

  /// The number in the name of a compaction or of a copy of it; nil for names of another form. The
  /// name is a hint only.
  package static func hint(in name: ObjectName) -> Int? {
    SegmentReference.hint(in: name).flatMap { $0.kind == .compaction ? $0.number : nil }
  }

  /// The initial level of an object with this many bytes of claims: 0 below 256 KiB, 1 below 1 MiB,
  /// and one level more for each further factor of four. So large objects are not compacted every
  /// few edits.
  package static func level(ofSize bytes: Int) -> Int {
    var level = 0
    while level < maximumLevel, bytes >> (2 * level) >= 256 << 10 { level += 1 }
    return level
  }
}

/// An object together with its bytes, which are stored and sent verbatim.
package struct SealedObject: Hashable, Sendable {
  /// The object that the bytes encode.
  package let object: LogObject
  /// The bytes.
  package let bytes: [UInt8]
  /// The identity of the object.
  package let reference: SegmentReference

  /// Seals an object.
  package init(sealing object: LogObject) {
    let frame = object.encoded()
    self.init(
      object, checksum: frame.frameChecksum, bytes: PackedObject.pack(frame, level: object.level))
  }

  /// Opens sealed bytes.
  ///
  /// - Throws: ``DecodingFailure`` unless the bytes are one whole object.
  package init(bytes: [UInt8]) throws(DecodingFailure) {
    let frame = try PackedObject.unpack(bytes)
    let object = try LogObject(encoded: frame)
    guard LogObject.mayHold(object.claims) else {
      throw .corrupt(what: "an object with too many claims of one document", offset: 0)
    }
    self.init(object, checksum: frame.frameChecksum, bytes: bytes)
  }

  /// - Parameter checksum: The checksum of the uncompressed frame. Compressed bytes would not do:
  ///   they differ between versions of the compressor.
  private init(_ object: LogObject, checksum: UInt32, bytes: [UInt8]) {
    self.object = object
    self.bytes = bytes
    reference = SegmentReference(
      device: object.device, number: object.number, checksum: checksum)
  }

  /// The claims of the object.
  package var claims: [Claim] { object.claims }

  /// The name under which the object's author stores it.
  package var name: ObjectName { reference.name(ofLevel: object.level) }
}

extension SealedObject: SyncRow {
  package func encode(to writer: inout ByteWriter) { writer.write(contentsOf: bytes) }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    try self.init(bytes: try reader.read(count: reader.remaining))
  }
}

extension SegmentReference {
  /// The name under which the author stores the object. Other devices take a name as a hint only.
  package func name(ofLevel level: Int) -> ObjectName {
    let text = WrittenName.text(
      level == 0 ? .edits : .compaction, device, number, checksum: checksum)
    return ObjectName(knownSound: "\(LogObject.namePrefix)\(text)")
  }
}

extension [UInt8] {
  /// The checksum at the end of a frame.
  var frameChecksum: UInt32 { suffix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
}
