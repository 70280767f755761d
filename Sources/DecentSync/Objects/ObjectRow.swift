// SPDX-License-Identifier: MIT

import BinaryCoding

/// An object that was read from a remote and verified.
package struct ObjectRow: Hashable {
  /// The object's size when it was read, in bytes. A listing with another size means other bytes.
  package var size: Int
  /// The identity of the object.
  package var reference: SegmentReference
  package var level: Int
  /// The time when the object was confirmed or read here, in milliseconds since 1970.
  var since: UInt64
  /// The number of the object's claims that no other claim is known to supersede.
  var live = 0
  /// Whether all claims of the object were taken in. If not, the object is read again.
  package var isComplete = false
  /// Whether this device sealed the object.
  package var isOurs = false
  /// Whether another device sealed the object, and the last listing lacked the object.
  package var isMissed = false
  /// Whether the object is an acknowledgement or a card, and holds no claims.
  package var holdsNoClaims = false
  /// Whether the object is a compaction that an object of this device lists as taken in.
  var isSaid = false
  /// Whether a check found all claims of the object true: each delta leads from its base to the
  /// version that the claim states.
  var isChecked = false
  /// Whether a claim of the object was found to be false. Each further reading of the object checks
  /// all its claims.
  var isSuspect = false
  /// Whether this device cannot tell if the claims of the object are true. Such claims supersede no
  /// other claims.
  var isUnproven = false
}

extension ObjectRow: SyncRow {
  package func encode(to writer: inout ByteWriter) {
    writer.writeCount(size)
    writer.write(reference)
    writer.writeCount(level)
    writer.writeVarint(since)
    writer.writeCount(live)
    writer.writeFlags(
      isComplete, isOurs, isMissed, holdsNoClaims, isSaid, isChecked, isSuspect, isUnproven)
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    size = try reader.readInt()
    reference = try reader.readReference()
    level = try reader.readInt(limit: LogObject.maximumLevel)
    since = try reader.readVarint()
    live = try reader.readInt()
    let flags = try reader.read()
    isComplete = flags & 1 != 0
    isOurs = flags & 2 != 0
    isMissed = flags & 4 != 0
    holdsNoClaims = flags & 8 != 0
    isSaid = flags & 16 != 0
    isChecked = flags & 32 != 0
    isSuspect = flags & 64 != 0
    isUnproven = flags & 128 != 0
  }
}

/// The claims of an object that no longer counts, such as a torn upload. The object is deleted
/// once other objects supersede these claims.
struct TornRow: Hashable {
  struct Promise: Hashable {
    var document: DocumentID
    var base: [UInt8]
    var to: [UInt8]
  }

  var reference: SegmentReference
  var level: Int
  var promises: [Promise]
}

extension TornRow: SyncRow {
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
    level = try reader.readInt(limit: LogObject.maximumLevel)
    promises = []
    for _ in 0..<(try reader.readCount(itemSize: 4)) {
      let document = try DocumentID(from: &reader)
      let base = try reader.readPrefixed()
      promises.append(Promise(document: document, base: base, to: try reader.readPrefixed()))
    }
  }
}

/// An object that could not be taken in.
struct PendingRow: Hashable {
  var object: PendingObject
  /// The number of runs that found the object pending, at most
  /// ``PendingObject/sightingsBeforeNaming``.
  var sightings: Int
}

extension PendingRow: SyncRow {
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
