// SPDX-License-Identifier: MIT

/// Collects bytes: the writing half of every format in this package.
///
/// Equal values give equal bytes on every platform: all integers are little-endian or
/// variable-length (LEB128, seven bits a byte, least significant first).
public struct ByteWriter: Sendable {
  /// The bytes written so far, without the table of identifiers.
  public private(set) var bytes: [UInt8]

  /// The distinct identifiers written so far, in the order of their first appearance. A ``Frame``
  /// writes this table before the payload.
  public var identifiers: [UInt128] { places.identifiers }

  /// The first failure, if any. After a failure the bytes must not be used: ``Framed/encoded()``
  /// throws the failure.
  public private(set) var failure: EncodingFailure?

  private var places = IdentifierPlaces()
  /// The number of nested parts that the next byte lies in.
  private var depth = 0

  /// The party that the bytes are for. Bytes for ``CodingParty/ownDevice`` may hold more facts.
  public let party: CodingParty

  /// Makes an empty writer.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes to reserve.
  ///   - party: The party that the bytes are for.
  public init(reservingCapacity capacity: Int = 0, for party: CodingParty = .anyone) {
    self.party = party
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Appends one byte.
  public mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Records that a part cannot be written. ``Framed/encoded()`` throws the first such failure.
  public mutating func fail(_ failure: EncodingFailure) {
    self.failure = self.failure ?? failure
  }

  /// Appends bytes as they are, without their count.
  public mutating func write(contentsOf newBytes: some Sequence<UInt8>) {
    bytes.append(contentsOf: newBytes)
  }

  /// Appends an unsigned integer in 1 to 10 bytes.
  public mutating func writeVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends a count or an offset.
  ///
  /// - Precondition: `value` is not negative.
  public mutating func writeCount(_ value: Int) {
    require(value >= 0, "a count cannot be \(value)")
    writeVarint(UInt64(value))
  }

  /// Appends a signed integer in zigzag form: small magnitudes take few bytes.
  public mutating func writeSignedVarint(_ value: Int64) {
    writeVarint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// Appends an integer in the size of its type, the least significant byte first.
  public mutating func writeFixed(_ value: some FixedWidthInteger & UnsignedInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends the number of some bytes, and then the bytes.
  public mutating func writePrefixed(_ newBytes: [UInt8]) {
    writeCount(newBytes.count)
    bytes.append(contentsOf: newBytes)
  }

  /// Appends the number of a string's UTF-8 bytes, and then these bytes.
  public mutating func writeString(_ string: String) {
    let utf8 = string.utf8
    writeCount(utf8.count)
    bytes.append(contentsOf: utf8)
  }

  /// Appends the number of bytes that `body` writes, and then these bytes.
  ///
  /// Records a failure and writes nothing if the part lies deeper than ``ByteReader/partLimit``.
  ///
  /// - Parameters:
  ///   - name: The noun for the part in the failure's message.
  ///   - body: Writes the part.
  public mutating func writePrefixed(
    as name: @autoclosure () -> String = "a value", _ body: (inout ByteWriter) -> Void
  ) {
    guard depth < ByteReader.partLimit else {
      return fail(
        EncodingFailure(
          reason: """
            \(name()) lies more than \(depth) parts deep in others; store such a tree flat, with the \
            key of its parent in each node
            """))
    }
    depth += 1
    defer { depth -= 1 }
    let outer = bytes
    bytes = []
    body(&self)
    let inner = bytes
    bytes = outer
    writePrefixed(inner)
  }

  /// Appends an identifier as its place in the table of ``identifiers``.
  public mutating func writeIdentifier(_ identifier: UInt128) {
    writeCount(places.place(of: identifier))
  }

  /// Appends an identifier of a list as a distance in the table of ``identifiers``. The distance
  /// goes from the place after the list's previous identifier to the place of this identifier. In a
  /// list of new identifiers, all distances are 0.
  ///
  /// - Parameter last: On entry, the place of the list's previous identifier, or -1 if there is
  ///   none. On return, the place of this identifier.
  package mutating func writeIdentifier(_ identifier: UInt128, after last: inout Int) {
    let place = places.place(of: identifier)
    writeSignedVarint(Int64(place - last - 1))
    last = place
  }
}
