// SPDX-License-Identifier: MIT

/// A value with a canonical binary form: equal values write equal bytes.
///
/// The form does not name its kind. A ``Frame`` adds the kind, the format's version and a checksum.
public protocol BinaryCodable {
  /// Appends the binary form for the writer's party. The form for ``CodingParty/anyone`` must be
  /// canonical. If the value cannot be written, the method calls ``ByteWriter/fail(_:)``.
  func encode(to writer: inout ByteWriter)

  /// Reads the bytes that ``encode(to:)`` wrote, or throws for bytes that are not a sound value.
  init(from reader: inout ByteReader) throws(DecodingFailure)
}

/// A value whose saved bytes name the kind of the value.
public protocol Framed: BinaryCodable {
  /// The kind of the value in its frame.
  static var frameKind: FrameKind { get }
}

extension Framed {
  /// The canonical, versioned and checksummed bytes of this value.
  ///
  /// - Throws: ``EncodingFailure`` if a value of the user's own type refuses to be encoded.
  /// - Complexity: O(*n*) for *n* bytes written.
  public func encoded() throws(EncodingFailure) -> [UInt8] {
    try encoded(for: .anyone)
  }

  /// The versioned and checksummed bytes of this value, canonical or for this device's own storage.
  ///
  /// - Throws: ``EncodingFailure`` if a value of the user's own type refuses to be encoded.
  /// - Complexity: O(*n*) for *n* bytes written.
  public func encoded(for party: CodingParty) throws(EncodingFailure) -> [UInt8] {
    var writer = ByteWriter(for: party)
    encode(to: &writer)
    if let failure = writer.failure { throw failure }
    return Frame.seal(writer, as: Self.frameKind)
  }

  /// Reads a value from the bytes of ``encoded()``.
  ///
  /// - Throws: ``DecodingFailure`` for any other bytes.
  public init(encoded bytes: [UInt8]) throws(DecodingFailure) {
    try self.init(encoded: bytes, from: .anyone)
  }

  /// Reads a value from the bytes of ``encoded()`` in a sequence such as Foundation's `Data`.
  ///
  /// - Throws: ``DecodingFailure`` for any other bytes.
  public init(encoded bytes: some Sequence<UInt8>) throws(DecodingFailure) {
    try self.init(encoded: Array(bytes), from: .anyone)
  }

  /// Reads a value from the bytes of ``encoded()`` or ``encoded(for:)``.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of one value.
  ///   - party: The party that wrote the bytes. Pass ``CodingParty/ownDevice`` only for bytes that
  ///     no other device can have written: the reader trusts computable facts in them.
  /// - Throws: ``DecodingFailure`` for any other bytes.
  public init(encoded bytes: [UInt8], from party: CodingParty) throws(DecodingFailure) {
    var reader = try Frame.open(bytes, expecting: Self.frameKind, from: party)
    self = try Self(from: &reader)
    try reader.expectEnd()
  }
}

/// A framed value whose encoding cannot fail: it holds none of the user's own types.
public protocol AlwaysEncodable: Framed {}

extension AlwaysEncodable {
  /// The canonical, versioned and checksummed bytes of this value.
  ///
  /// - Complexity: O(*n*) for *n* bytes written.
  public func encoded() -> [UInt8] {
    encoded(for: .anyone)
  }

  /// The versioned and checksummed bytes of this value, canonical or for this device's own storage.
  ///
  /// - Complexity: O(*n*) for *n* bytes written.
  public func encoded(for party: CodingParty) -> [UInt8] {
    var writer = ByteWriter(for: party)
    encode(to: &writer)
    return Frame.seal(writer, as: Self.frameKind)
  }
}
