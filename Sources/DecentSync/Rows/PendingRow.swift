// SPDX-License-Identifier: MIT

import BinaryCoding

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
