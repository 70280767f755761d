// SPDX-License-Identifier: MIT

import BinaryCoding

/// The compressed frame of an object of the log, inside a frame of its own. The outer frame lets a
/// program report that it is too old to unpack the object. A remote holds this form if it is
/// smaller than the plain frame.
package struct PackedObject: Equatable, Sendable {
  /// The size in bytes up to which an object is compressed.
  private static let greatestSize = 256 << 20

  /// The greatest unpacked size of an object that has this many compressed bytes. The limit bounds
  /// the memory that a small object takes from its reader. Text compresses by a factor below 16, so
  /// the limit refuses no text.
  private static func greatestSize(of packed: Int) -> Int {
    min(greatestSize, max(32 << 20, 16 * packed))
  }

  /// The frame of the object, compressed.
  package let content: [UInt8]

  /// Wraps a compressed frame.
  package init(content: [UInt8]) {
    self.content = content
  }

  /// The greatest size of a frame that is worth a high effort, in bytes. Packing a frame of this
  /// size takes a few milliseconds.
  private static let greatestSizeOfHighEffort = 256 << 10

  /// The bytes to send for the frame of an object.
  ///
  /// - Parameter level: The level of the object. An object above level 1 stays for long, and so is
  ///   worth a high effort.
  static func pack(_ frame: [UInt8], level: Int) -> [UInt8] {
    guard frame.count <= greatestSize else { return frame }
    let isWorthIt = level > 1 && frame.count <= greatestSizeOfHighEffort
    let content = PackedBytes.pack(frame, effort: isWorthIt ? .high : .low)
    guard frame.count <= greatestSize(of: content.count) else { return frame }
    let packed = PackedObject(content: content).encoded()
    return packed.count < frame.count ? packed : frame
  }

  /// The frame of an object that was sent as these bytes.
  static func unpack(_ bytes: [UInt8]) throws(DecodingFailure) -> [UInt8] {
    let content: [UInt8]
    do throws(DecodingFailure) {
      content = try PackedObject(encoded: bytes).content
    } catch .foreign {
      return bytes
    }
    do throws(PackedBytes.Failure) {
      return try PackedBytes.unpack(content, greatest: greatestSize(of: content.count))
    } catch {
      throw .corrupt(what: error.description, offset: 0)
    }
  }
}

/// The payload of the frame is the compressed bytes, with their count before them.
extension PackedObject: AlwaysEncodable {
  package static let frameKind = FrameKind(code: 904, name: "a compressed object of the log")

  package func encode(to writer: inout ByteWriter) { writer.writePrefixed(content) }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(content: try reader.readPrefixed())
  }
}
