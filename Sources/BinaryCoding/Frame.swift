// SPDX-License-Identifier: MIT

/// The kind of the value in a frame. FORMAT.md lists the codes, which are never reused.
public struct FrameKind: Equatable, Sendable {
  /// The code in the frame.
  public let code: UInt64
  /// The noun for the kind in error messages, with its article.
  public let name: String

  /// Makes a kind.
  public init(code: UInt64, name: String) {
    self.code = code
    self.name = name
  }

  /// The least code of a kind that is made from a name. Apps make their kinds from names.
  package static let firstNamedCode: UInt64 = 1 << 62

  /// Makes a kind from a name, such as `com.example.note`. The code is 2^62 plus the upper 62 bits
  /// of the name's FNV-1a hash (RFC 9923, 64 bits).
  package init(_ name: String) {
    self.init(code: FNV1a.hash(of: name.utf8) >> 2 | Self.firstNamedCode, name: name)
  }
}

/// The envelope of all values that are saved or sent: magic number, format version, kind and
/// checksum.
///
/// ```
/// "DCNT"  version  kind    length  body…   CRC-32C of all before it
/// 4       varint   varint  varint  length  4, little-endian
///
/// body:   table of identifiers   payload…
/// ```
///
/// Frames of every version begin with the magic number and the version, and end with the checksum.
/// So a reader can tell a frame of another version from a damaged frame.
///
/// A frame for ``CodingParty/ownDevice`` begins with "DCNO" instead of "DCNT".
public enum Frame {
  /// The version of the format that is written, and the only version that is read.
  public static let version: UInt64 = 7

  private static func magic(of party: CodingParty) -> String.UTF8View {
    (party == .anyone ? "DCNT" : "DCNO").utf8
  }

  /// Wraps a payload.
  public static func seal(_ payload: ByteWriter, as kind: FrameKind) -> [UInt8] {
    Parts(kind: kind.code, identifiers: payload.identifiers, payload: payload.bytes[...])
      .sealed(for: payload.party)
  }

  /// The parts that determine all bytes of a frame.
  struct Parts {
    /// The code of the frame's kind.
    let kind: UInt64
    let identifiers: [UInt128]
    let payload: ArraySlice<UInt8>

    init(kind: UInt64, identifiers: [UInt128], payload: ArraySlice<UInt8>) {
      self.kind = kind
      self.identifiers = identifiers
      self.payload = payload
    }

    /// Takes apart a frame that was made for anyone.
    ///
    /// - Returns: Nil if ``sealed(for:)`` of the parts would give other bytes.
    init?(of bytes: [UInt8]) {
      guard Frame.isBegun(by: bytes), let parts = try? Self(reading: bytes),
        parts.sealed() == bytes
      else { return nil }
      self = parts
    }

    private init(reading bytes: [UInt8]) throws(DecodingFailure) {
      var reader = ByteReader(bytes)
      _ = try reader.readSlice(count: Frame.magic(of: .anyone).count)
      let (version, kind) = (try reader.readVarint(), try reader.readVarint())
      // In another version, any bytes may follow the version.
      guard version == Frame.version else { throw reader.corrupt("another version") }
      var body = try reader.readPart()
      let identifiers = try IdentifierTable.read(from: &body)
      let payload = try body.readSlice(count: body.remaining)
      self.init(kind: kind, identifiers: identifiers, payload: payload)
    }

    func sealed(for party: CodingParty = .anyone) -> [UInt8] {
      var table = ByteWriter(reservingCapacity: 10 + 16 * identifiers.count)
      IdentifierTable.write(identifiers, to: &table)

      let size = table.bytes.count + payload.count
      var writer = ByteWriter(reservingCapacity: size + 40)
      writer.write(contentsOf: Frame.magic(of: party))
      writer.writeVarint(Frame.version)
      writer.writeVarint(kind)
      writer.writeCount(size)
      writer.write(contentsOf: table.bytes)
      writer.write(contentsOf: payload)
      writer.writeFixed(CRC32C.checksum(of: writer.bytes))
      return writer.bytes
    }
  }

  /// Checks a frame and returns a reader of its payload.
  ///
  /// - Parameters:
  ///   - bytes: The whole frame.
  ///   - kind: The kind that the frame must have.
  ///   - party: The party that wrote the bytes. `.ownDevice` also reads bytes that were made for
  ///     anyone.
  /// - Throws: `.foreign` for another magic number or kind, `.newer` for a later format, `.older`
  ///   for an earlier format, `.truncated` and `.corrupt` for damage.
  public static func open(
    _ bytes: [UInt8], expecting kind: FrameKind, from party: CodingParty = .anyone
  ) throws(DecodingFailure) -> ByteReader {
    var reader = ByteReader(bytes)
    let origin = try readMagic(from: &reader, expecting: kind, from: party)
    let foundVersion = try reader.readVarint()
    guard foundVersion > 0 else { throw reader.corrupt("format version 0") }
    guard foundVersion == version else {
      // A flipped bit in the version is damage, and must not pass for another version.
      guard endsWithChecksum(bytes) else { throw wrongChecksum(at: bytes.count - 4) }
      throw foundVersion < version
        ? .older(found: foundVersion, supported: version)
        : .newer(found: foundVersion, supported: version)
    }
    let foundKind = try reader.readVarint()
    var body = try reader.readPart()
    let checked = reader.offset
    let checksum = try reader.readFixed(UInt32.self)
    try reader.expectEnd()
    guard CRC32C.checksum(of: bytes[..<checked]) == checksum else {
      throw wrongChecksum(at: checked)
    }
    guard foundKind == kind.code else { throw .foreign(expected: kind.name) }
    let identifiers = try IdentifierTable.read(from: &body)
    return ByteReader(
      bytes, in: body.offset..<(body.offset + body.remaining), identifiers: identifiers,
      party: origin)
  }

  /// Whether the last four bytes are the checksum of the bytes before, as in frames of any version.
  private static func endsWithChecksum(_ bytes: [UInt8]) -> Bool {
    var end = ByteReader(Array(bytes.suffix(4)))
    return (try? end.readFixed(UInt32.self)) == CRC32C.checksum(of: bytes.dropLast(4))
  }

  private static func wrongChecksum(at offset: Int) -> DecodingFailure {
    .corrupt(what: "the checksum does not match", offset: offset)
  }

  /// Whether bytes begin like a frame that was made for anyone. ``open(_:expecting:from:)`` checks
  /// the checksum of such bytes before their kind, so `.foreign` means a sound frame of another
  /// kind.
  package static func isBegun(by bytes: [UInt8]) -> Bool { bytes.starts(with: magic(of: .anyone)) }

  /// - Returns: The party that the bytes were written for.
  private static func readMagic(
    from reader: inout ByteReader, expecting kind: FrameKind, from party: CodingParty
  ) throws(DecodingFailure) -> CodingParty {
    let size = magic(of: party).count
    let found = try reader.readSlice(count: min(size, reader.remaining))
    let isOwn = party == .ownDevice && magic(of: .ownDevice).starts(with: found)
    guard isOwn || magic(of: .anyone).starts(with: found) else {
      throw .foreign(expected: kind.name)
    }
    guard found.count == size else { throw .truncated(offset: reader.offset) }
    return isOwn ? .ownDevice : .anyone
  }
}

extension DecodingFailure {
  /// The error for a frame of this version with an unknown kind or form of payload. A later version
  /// wrote the frame, but the frame does not say which version.
  package static var unknownForm: DecodingFailure {
    .newer(found: Frame.version + 1, supported: Frame.version)
  }
}
