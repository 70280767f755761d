// SPDX-License-Identifier: MIT

import BinaryCoding

/// An object of a remote that was read and verified.
package struct ObjectRow: Hashable {
  /// The object's size when it was read, in bytes. A listing with another size means other bytes.
  package var size: Int
  /// The identity of the object.
  package var reference: SegmentReference
  package var level: Int
  /// The time when it was confirmed or read here, in milliseconds since 1970.
  var since: UInt64
  /// How many of its claims are not known to be superseded.
  var live = 0
  /// Whether all its claims were taken in. If not, it is read again.
  package var isComplete = false
  /// Whether this device sealed it.
  package var isOurs = false
  /// Whether it is another device's object, and the last listing lacked it.
  package var isMissed = false
  /// Whether it is an acknowledgement or a card, and holds no claims.
  package var holdsNoClaims = false
  /// Whether an object of this device lists the compaction as taken in.
  var isSaid = false
  /// Whether its claims were checked: each delta leads from its base to the version that it states.
  var isChecked = false
  /// Whether one of its claims was found to be false. Each further reading checks all its claims.
  var isSuspect = false
  /// Whether this device cannot tell if its claims are true. Such claims supersede no others.
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
    level = try reader.readInt()
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
struct PendingRow: Hashable {
  var object: PendingObject
  /// How many runs found it pending, up to ``PendingObject/sightingsBeforeNaming``.
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
