// SPDX-License-Identifier: MIT

import BinaryCoding

/// A value in a row of ``SyncTable``. Its bytes stay on the device.
protocol SyncRow: BinaryCodable {}

extension SyncRow {
  /// Reads the value of a row.
  init(row: [UInt8]) throws(DamagedRow) {
    do throws(DecodingFailure) {
      var reader = ByteReader(row)
      self = try Self(from: &reader)
      try reader.expectEnd()
    } catch {
      throw DamagedRow()
    }
  }

  /// The value of a row.
  var row: [UInt8] {
    var writer = ByteWriter()
    encode(to: &writer)
    return writer.bytes
  }
}

extension RowStore {
  func row<Value: SyncRow>(_ key: RowKey, as type: Value.Type = Value.self) throws -> Value? {
    try value(of: key).map { try Value(row: $0) }
  }

  func set(_ key: RowKey, to value: some SyncRow) throws {
    try set(key, to: value.row)
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ flags: Bool...) {
    write(flags.enumerated().reduce(UInt8(0)) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) })
  }

  fileprivate mutating func write(_ reference: SegmentReference) {
    writeFixed(reference.device.rawValue)
    writeCount(reference.number)
    writeFixed(reference.checksum)
  }
}

extension ByteReader {
  fileprivate mutating func readReference() throws(DecodingFailure) -> SegmentReference {
    let device = DeviceID(rawValue: try readFixed())
    let number = try readInt()
    return SegmentReference(device: device, number: number, checksum: try readFixed())
  }
}

/// The device that sent the edits which a document took in last.
struct WriterRow: SyncRow {
  var device: DeviceID
  /// The digest of the version to which they led.
  var version: UInt64

  init(device: DeviceID, version: UInt64) {
    self.device = device
    self.version = version
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = DeviceID(rawValue: try reader.readFixed())
    version = try reader.readFixed()
  }

  func encode(to writer: inout ByteWriter) {
    writer.writeFixed(device.rawValue)
    writer.writeFixed(version)
  }

  /// The digest of a version. The checksum of a frame would not do: a frame ends in its own, so that
  /// all have the same.
  static func digest(of version: [UInt8]) -> UInt64 {
    var digest = StateDigest()
    digest.add(contentsOf: version)
    return digest.value
  }
}

/// The identity of this device.
struct DeviceRow: SyncRow {
  var device: DeviceID
  /// The number of the object sealed last.
  var number = 0
  /// The ids it had before.
  var former: [DeviceID] = []

  func encode(to writer: inout ByteWriter) {
    writer.writeFixed(device.rawValue)
    writer.writeCount(number)
    writer.writeCount(former.count)
    former.forEach { writer.writeFixed($0.rawValue) }
  }

  init(_ device: DeviceID) { self.device = device }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = DeviceID(rawValue: try reader.readFixed())
    number = try reader.readInt()
    for _ in 0..<(try reader.readCount(itemSize: 16)) {
      former.append(DeviceID(rawValue: try reader.readFixed()))
    }
  }
}

/// A remote that was synced with.
struct RemoteRow: SyncRow {
  /// The time of the last sync, to the minute, in milliseconds since 1970.
  var lastSync: UInt64

  func encode(to writer: inout ByteWriter) { writer.writeVarint(lastSync) }

  init(lastSync: UInt64) { self.lastSync = lastSync }

  init(from reader: inout ByteReader) throws(DecodingFailure) { lastSync = try reader.readVarint() }
}

/// An object of a remote that was read and verified.
package struct ObjectRow: SyncRow, Hashable {
  /// The object's size when it was read, in bytes. A listing with another size means another
  /// object.
  package var size: Int
  /// The identity of the object.
  package var reference: SegmentReference
  package var level: Int
  /// The time when it was confirmed or read here, in milliseconds since 1970.
  var since: UInt64
  /// How many of its claims are not known to be dominated.
  var live = 0
  /// Whether all its claims were taken in. If not, it is read again.
  package var isComplete = false
  /// Whether this device sealed it.
  package var isOurs = false
  /// Whether it was missing when it was looked for last.
  package var isMissed = false
  /// Whether it is an acknowledgement or a card, and holds no claims.
  package var holdsNoClaims = false
  /// Whether this device said that it took the roll-up in.
  var isSaid = false

  init(size: Int, reference: SegmentReference, level: Int, since: UInt64) {
    self.size = size
    self.reference = reference
    self.level = level
    self.since = since
  }

  package func encode(to writer: inout ByteWriter) {
    writer.writeCount(size)
    writer.write(reference)
    writer.writeCount(level)
    writer.writeVarint(since)
    writer.writeCount(live)
    writer.write(isComplete, isOurs, isMissed, holdsNoClaims, isSaid)
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    size = try reader.readInt()
    reference = try reader.readReference()
    level = try reader.readInt()
    since = try reader.readVarint()
    live = try reader.readInt()
    let flags = try reader.read()
    isComplete = flags & 1 != 0
    isOurs = flags & 2 != 0
    isMissed = flags & 4 != 0
    holdsNoClaims = flags & 8 != 0
    isSaid = flags & 16 != 0
  }
}

/// A claim that was taken in.
struct ClaimRow: SyncRow, Hashable {
  /// The version that must be known before.
  var base: [UInt8]
  /// The version that is known after.
  var to: [UInt8]
  /// The bytes it takes in its object.
  var size: Int
  /// Whether its base is covered.
  var isCounted = false
  /// The object of a claim that was seen to dominate this claim; nil if there is none.
  var dominator: ObjectName?

  /// Whether another claim dominates this claim.
  var isDominated: Bool { dominator != nil }

  init(base: [UInt8], to: [UInt8], size: Int) {
    self.base = base
    self.to = to
    self.size = size
  }

  func encode(to writer: inout ByteWriter) {
    writer.writePrefixed(base)
    writer.writePrefixed(to)
    writer.writeCount(size)
    writer.write(isCounted, isDominated)
    if let dominator { writer.writeString(dominator.text) }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    base = try reader.readPrefixed()
    to = try reader.readPrefixed()
    size = try reader.readInt()
    let flags = try reader.read()
    isCounted = flags & 1 != 0
    if flags & 2 == 0 { return }
    guard let name = ObjectName(try reader.readString()) else { throw reader.corrupt("a claim") }
    dominator = name
  }
}

/// The coverage of a document in a remote.
struct CoverageRow: SyncRow, Hashable {
  /// The least version that contains `to` of each claim whose base it contains.
  var version: [UInt8] = []
  /// How many claims there are.
  var claims = 0
  /// How many of them are not counted.
  var uncounted = 0
  /// Whether the row must be recomputed: a claim disappeared, or the document was dropped, came
  /// back or was replaced.
  var isStale = false

  init() {}

  func encode(to writer: inout ByteWriter) {
    writer.writePrefixed(version)
    writer.writeCount(claims)
    writer.writeCount(uncounted)
    writer.write(isStale)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    version = try reader.readPrefixed()
    claims = try reader.readInt()
    uncounted = try reader.readInt()
    isStale = try reader.read() != 0
  }
}

/// A document that may be beyond its coverage.
struct WaitingRow: SyncRow, Hashable {
  /// The changes that a remote was found to lack.
  enum Lack: UInt8 {
    case nothing
    /// Changes of other devices: a later run uploads them if they are still lacking then.
    case others
    /// Changes that an object of this device held.
    case own
  }

  /// Whether it was edited here since it was last covered.
  var isEdited = false
  var lacks = Lack.nothing

  init(isEdited: Bool = false, lacks: Lack = .nothing) {
    self.isEdited = isEdited
    self.lacks = lacks
  }

  func encode(to writer: inout ByteWriter) {
    writer.write(isEdited)
    writer.write(lacks.rawValue)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    isEdited = try reader.read() != 0
    guard let lacks = Lack(rawValue: try reader.read()) else {
      throw reader.corrupt("a row of documents that wait")
    }
    self.lacks = lacks
  }
}

/// The claims of an object that count no longer: its name was given up after a torn upload, or
/// another device calls it unreadable.
struct TornRow: SyncRow, Hashable {
  struct Promise: Hashable {
    var document: DocumentID
    var base: [UInt8]
    var to: [UInt8]
  }

  var reference: SegmentReference
  var level: Int
  var promises: [Promise]

  init(reference: SegmentReference, level: Int, promises: [Promise]) {
    self.reference = reference
    self.level = level
    self.promises = promises
  }

  func encode(to writer: inout ByteWriter) {
    writer.write(reference)
    writer.writeCount(level)
    writer.writeCount(promises.count)
    for promise in promises {
      promise.document.encode(to: &writer)
      writer.writePrefixed(promise.base)
      writer.writePrefixed(promise.to)
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    reference = try reader.readReference()
    level = try reader.readInt()
    promises = []
    for _ in 0..<(try reader.readCount(itemSize: 4)) {
      let document = try DocumentID(from: &reader)
      let base = try reader.readPrefixed()
      promises.append(Promise(document: document, base: base, to: try reader.readPrefixed()))
    }
  }
}

/// An object that could not be taken in.
struct PendingRow: SyncRow, Hashable {
  var object: PendingObject
  /// How often it was pending.
  var sightings: Int

  init(object: PendingObject, sightings: Int) {
    self.object = object
    self.sightings = sightings
  }

  func encode(to writer: inout ByteWriter) {
    writer.writeString(object.info.name.text)
    writer.writeCount(object.info.size)
    writer.writeString(object.fault.rawValue)
    writer.writeCount(sightings)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    let name = ObjectName(try reader.readString())
    let size = try reader.readInt()
    let fault = PendingObject.Fault(rawValue: try reader.readString())
    sightings = try reader.readInt()
    guard let name, let fault else { throw reader.corrupt("a row of pending objects") }
    object = PendingObject(info: ObjectInfo(name: name, size: size), fault: fault)
  }
}
