// SPDX-License-Identifier: MIT

/// Frames within a frame. A nested frame names each identifier by its place in the outer frame's
/// table. The magic number and the checksum are left out, because they follow from the other bytes.
///
/// ```
/// 0                                      no bytes
/// 1  prefixed bytes                      bytes of any other form, as they are
/// 2  kind  identifiers  rest             a frame: the rest is its payload, as prefixed bytes
/// ```
///
/// Nesting saves a third of the bytes of small deltas with their versions.
///
/// A place of one byte stands for an identifier of at least eleven bytes. Without a limit, a small
/// forged frame could take much memory. So the total size of all frames within one outer frame is
/// limited.
package struct NestedFrames {
  /// The greatest total size of the frames nested in one frame, in bytes before nesting.
  private static let mostBytes = 256 << 20
  /// The bytes counted for each frame in addition to its content: the memory of an empty array.
  static let bytesBeside = 32

  private var room: Int

  package init() { self.init(room: Self.mostBytes) }

  /// - Parameter room: The greatest total size of all frames, in bytes before nesting.
  init(room: Int) { self.room = room }

  /// Writes bytes. Bytes of a frame are written as a nested frame if the limit allows.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func write(_ bytes: [UInt8], to writer: inout ByteWriter) {
    if bytes.isEmpty { return writer.writeVarint(0) }
    guard bytes.count + Self.bytesBeside <= room, let frame = Frame.Parts(of: bytes) else {
      writer.writeVarint(1)
      return writer.writePrefixed(bytes)
    }
    room -= bytes.count + Self.bytesBeside
    writer.writeVarint(2)
    writer.writeVarint(frame.kind)
    writer.writeCount(frame.identifiers.count)
    frame.identifiers.forEach { writer.writeIdentifier($0) }
    writer.writeCount(frame.payload.count)
    writer.write(contentsOf: frame.payload)
  }

  /// Reads bytes written by ``write(_:to:)``.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func read(from reader: inout ByteReader) throws(DecodingFailure) -> [UInt8] {
    let form = try reader.readVarint()
    if form == 0 { return [] }
    if form == 1 {
      let bytes = try reader.readPrefixed()
      guard !bytes.isEmpty else { throw reader.corrupt("a second form of no bytes") }
      return bytes
    }
    guard form == 2 else { throw .unknownForm }
    let kind = try reader.readVarint()
    var identifiers: [UInt128] = []
    for _ in 0..<(try reader.readCount(itemSize: 1)) {
      identifiers.append(try reader.readIdentifier())
      guard identifiers.count * IdentifierTable.smallestSize <= room else {
        throw reader.corrupt("too many nested frames")
      }
    }
    let frame = Frame.Parts(
      kind: kind, identifiers: identifiers, payload: try reader.readPrefixed()[...])
    let bytes = frame.sealed()
    guard bytes.count + Self.bytesBeside <= room else {
      throw reader.corrupt("too many nested frames")
    }
    room -= bytes.count + Self.bytesBeside
    return bytes
  }
}
