// SPDX-License-Identifier: MIT

/// Collects bytes: the writing half of every format in this package.
///
/// All integers are little-endian or variable-length (LEB128, seven bits a
/// byte, least significant first), so equal values give equal bytes on every
/// platform.
public struct ByteWriter: Sendable {
  /// Everything written so far, the shared identifiers aside.
  public private(set) var bytes: [UInt8]

  /// The identifiers met so far, each once, by first appearance. A ``Frame``
  /// writes this table before the payload.
  public var identifiers: [UInt128] { places.identifiers }

  /// The first part that could not be written, if any. Nothing written after it
  /// may be used; ``Framed/encoded()`` throws it.
  public private(set) var failure: EncodingFailure?

  private var places = IdentifierPlaces()
  /// In how many parts the next byte lies.
  private var depth = 0

  /// Whom the bytes are for: a value may write more for its own device.
  public let party: CodingParty

  /// Makes an empty writer.
  ///
  /// - Parameters:
  ///   - capacity: Bytes to reserve.
  ///   - party: Whom the bytes are for.
  public init(reservingCapacity capacity: Int = 0, for party: CodingParty = .anyone) {
    self.party = party
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Appends one byte.
  public mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Notes that a part cannot be written, so that the whole is refused at its
  /// end.
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

  /// Appends a signed integer, small magnitudes first (zigzag).
  public mutating func writeSignedVarint(_ value: Int64) {
    writeVarint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// Appends an integer in as many bytes as its type has, least significant
  /// first.
  public mutating func writeFixed(_ value: some FixedWidthInteger & UnsignedInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes with their count before them.
  public mutating func writePrefixed(_ newBytes: [UInt8]) {
    writeCount(newBytes.count)
    bytes.append(contentsOf: newBytes)
  }

  /// Appends the UTF-8 form of a string with its count of bytes before it.
  public mutating func writeString(_ string: String) {
    let utf8 = string.utf8
    writeCount(utf8.count)
    bytes.append(contentsOf: utf8)
  }

  /// Appends what `body` writes, with its count of bytes before it.
  ///
  /// Deeper than ``ByteReader/partLimit`` nothing is written, and the whole fails.
  ///
  /// - Parameter name: What the part is, for the message of that failure.
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

  /// Appends a long identifier that is likely to be met again: its place in
  /// the table of ``identifiers``.
  public mutating func writeIdentifier(_ identifier: UInt128) {
    writeCount(places.place(of: identifier))
  }

  /// Appends an identifier of a list: the distance of its place in the table from the place after
  /// that of the list's previous identifier. In a list of new identifiers, all distances are 0.
  ///
  /// - Parameter last: On entry, the place of the identifier before it in the list, or -1 if there
  ///   is none. On return, the place of this one.
  package mutating func writeIdentifier(_ identifier: UInt128, after last: inout Int) {
    let place = places.place(of: identifier)
    writeSignedVarint(Int64(place - last - 1))
    last = place
  }
}
