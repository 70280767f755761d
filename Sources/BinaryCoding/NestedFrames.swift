// SPDX-License-Identifier: MIT

/// Frames within a frame. They name their identifiers by their places in the outer frame's table, and
/// leave out magic number and checksum, which follow from the rest.
///
/// ```
/// 0                                      no bytes
/// 1  prefixed bytes                      bytes of any other form, as they are
/// 2  kind  identifiers  rest             a frame: the rest is its payload, as prefixed bytes
/// ```
///
/// Nesting takes a third off small deltas with their versions. All frames within one outer frame
/// share one limit of bytes. A place of one byte stands for an identifier of eleven, and a small
/// forged frame must not take unbounded memory where it is read.
package struct NestedFrames {
  /// The most bytes of all frames that are nested in one, before they were nested.
  private static let mostBytes = 256 << 20
  /// The bytes that count for each frame besides its own: the memory of its array.
  static let bytesBeside = 32

  private var room: Int

  package init() { self.init(room: Self.mostBytes) }

  /// - Parameter room: The most bytes of all frames, before they were nested.
  init(room: Int) { self.room = room }

  /// Writes a frame, or other bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
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

  /// Reads the bytes that ``write(_:to:)`` was given.
  ///
  /// - Complexity: O(*n*) in the bytes.
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
