// SPDX-License-Identifier: MIT

/// What a frame holds; the codes are listed in FORMAT.md and never reused.
public struct FrameKind: Equatable, Sendable {
  /// The code in the frame.
  public let code: UInt64
  /// What an error message calls it, with its article.
  public let name: String

  /// Makes a kind.
  public init(code: UInt64, name: String) {
    self.code = code
    self.name = name
  }
}

/// The envelope of everything saved or sent: the one home of magic number,
/// format version and checksum.
///
/// ```
/// "DCNT"  version  kind    length  body…   CRC-32C of all before it
/// 4       varint   varint  varint  length  4, little-endian
///
/// body:   count of identifiers   identifiers, 16 bytes each   payload…
/// ```
public enum Frame {
  /// The version of the format written, and the newest that can be read.
  public static let version: UInt64 = 1

  private static let magic: [UInt8] = Array("DCNT".utf8)
  private static let checksumSize = 4

  /// Wraps a payload.
  public static func seal(_ payload: ByteWriter, as kind: FrameKind) -> [UInt8] {
    var body = ByteWriter(reservingCapacity: payload.bytes.count + 16 * payload.identifiers.count)
    body.writeCount(payload.identifiers.count)
    payload.identifiers.forEach { body.writeFixed($0) }
    body.write(contentsOf: payload.bytes)

    var writer = ByteWriter(reservingCapacity: body.bytes.count + 24)
    writer.write(contentsOf: magic)
    writer.writeVarint(version)
    writer.writeVarint(kind.code)
    writer.writePrefixed(body.bytes)
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    return writer.bytes
  }

  /// Checks a frame and gives a reader of its payload.
  ///
  /// - Throws: `.foreign` for another magic number or kind, `.newer` for a later
  ///   format, `.truncated` and `.corrupt` for damage.
  public static func open(
    _ bytes: [UInt8], expecting kind: FrameKind
  ) throws(DecodingFailure) -> ByteReader {
    var reader = ByteReader(bytes)
    let found = try reader.readSlice(count: min(magic.count, bytes.count))
    guard magic.starts(with: found) else { throw .foreign(expected: kind.name) }
    guard found.count == magic.count else { throw .truncated(offset: bytes.count) }
    let foundVersion = try reader.readVarint()
    guard foundVersion <= version else {
      throw .newer(found: foundVersion, supported: version)
    }
    guard foundVersion > 0 else { throw reader.corrupt("format version 0") }
    let foundKind = try reader.readVarint()
    var body = try reader.readPart()
    let checked = reader.offset
    let checksum = try reader.readFixed(UInt32.self)
    try reader.expectEnd()
    guard CRC32C.checksum(of: bytes[..<checked]) == checksum else {
      throw .corrupt(what: "the checksum does not match", offset: checked)
    }
    guard foundKind == kind.code else { throw .foreign(expected: kind.name) }
    var identifiers: [UInt128] = []
    for _ in 0..<(try body.readCount(itemSize: 16)) {
      identifiers.append(try body.readFixed())
    }
    return ByteReader(
      bytes, in: body.offset..<(body.offset + body.remaining), identifiers: identifiers)
  }
}
