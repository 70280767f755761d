// SPDX-License-Identifier: MIT

/// A stretch of text as UTF-8, whose elements are Unicode scalars.
struct TextLeaf: RopeLeaf {
  private var buffer: GapBuffer
  private(set) var measure: TextMeasure
  /// Scalars before the buffer's gap.
  private var scalarsBeforeGap: Int

  static var capacity: Int {
    #if DECENT_INVARIANTS
      16
    #else
      4096
    #endif
  }

  init(_ utf8: ArraySlice<UInt8>) {
    buffer = GapBuffer(capacity: utf8.count)
    buffer.insert(utf8, at: 0)
    measure = TextMeasure(of: utf8)
    scalarsBeforeGap = measure.scalars
  }

  var unitCount: Int { measure.bytes }

  mutating func insert(_ utf8: ArraySlice<UInt8>, at scalar: Int) {
    let added = TextMeasure(of: utf8)
    let byte = byteOffset(ofScalar: scalar)
    makeBufferUnique()
    buffer.insert(utf8, at: byte)
    measure += added
    scalarsBeforeGap = scalar + added.scalars
  }

  mutating func remove(_ scalars: Range<Int>) {
    let bytes = byteOffset(ofScalar: scalars.lowerBound)..<byteOffset(ofScalar: scalars.upperBound)
    measure -= self.measure(ofBytes: bytes)
    makeBufferUnique()
    buffer.remove(bytes)
    scalarsBeforeGap = scalars.lowerBound
  }

  mutating func splitOff() -> TextLeaf {
    let all = bytes(0..<measure.bytes)
    let half = Self.cut(all[...], atMost: max(all.count / 2, 4))
    self = TextLeaf(all[..<half])
    return TextLeaf(all[half...])
  }

  mutating func append(_ other: TextLeaf) {
    insert(other.bytes(0..<other.measure.bytes)[...], at: measure.scalars)
  }

  func write(_ scalars: Range<Int>, to utf8: inout [UInt8]) {
    buffer.write(
      byteOffset(ofScalar: scalars.lowerBound)..<byteOffset(ofScalar: scalars.upperBound),
      to: &utf8)
  }

  static func cut(_ utf8: ArraySlice<UInt8>, atMost limit: Int) -> Int {
    guard utf8.count > limit else { return utf8.endIndex }
    var cut = utf8.startIndex + limit
    while cut > utf8.startIndex, utf8[cut] & 0xc0 == 0x80 { cut -= 1 }
    return cut
  }

  // MARK: Offsets

  /// How many UTF-16 units the first scalars take.
  func utf16Offset(ofScalar scalar: Int) -> Int {
    measure.utf16 == measure.scalars
      ? scalar : measure(ofBytes: 0..<byteOffset(ofScalar: scalar)).utf16
  }

  /// How many whole scalars the first UTF-16 units hold.
  func scalarOffset(ofUTF16 offset: Int) -> Int {
    if measure.utf16 == measure.scalars { return offset }
    var (byte, scalar, utf16) = (0, 0, 0)
    while byte < measure.bytes {
      let lead = buffer[byte]
      utf16 += lead >= 0xf0 ? 2 : 1
      if utf16 > offset { break }
      byte += Self.length(ofScalarFrom: lead)
      scalar += 1
    }
    return scalar
  }

  /// Where a scalar begins, found from the nearest known place: the start, the
  /// gap or the end.
  private func byteOffset(ofScalar scalar: Int) -> Int {
    precondition(scalar >= 0 && scalar <= measure.scalars, "scalar \(scalar) of \(measure.scalars)")
    if measure.isASCII { return scalar }
    let fromGap = scalar - scalarsBeforeGap
    let fromEnd = scalar - measure.scalars
    if scalar <= abs(fromGap), scalar <= -fromEnd { return byte(0, movedBy: scalar) }
    if -fromEnd < abs(fromGap) { return byte(measure.bytes, movedBy: fromEnd) }
    return byte(buffer.gapStart, movedBy: fromGap)
  }

  private func byte(_ start: Int, movedBy scalars: Int) -> Int {
    var byte = start
    for _ in 0..<max(scalars, 0) { byte += Self.length(ofScalarFrom: buffer[byte]) }
    for _ in 0..<max(-scalars, 0) {
      repeat { byte -= 1 } while buffer[byte] & 0xc0 == 0x80
    }
    return byte
  }

  private static func length(ofScalarFrom lead: UInt8) -> Int {
    lead < 0x80 ? 1 : (~lead).leadingZeroBitCount
  }

  private func measure(ofBytes range: Range<Int>) -> TextMeasure {
    if measure.isASCII {
      return TextMeasure(bytes: range.count, scalars: range.count, utf16: range.count)
    }
    var result = TextMeasure.zero
    for byte in range { result.add(buffer[byte]) }
    return result
  }

  private func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    buffer.write(range, to: &bytes)
    return bytes
  }

  private mutating func makeBufferUnique() {
    if !isKnownUniquelyReferenced(&buffer) { buffer = buffer.copy() }
  }

  func checkInvariants() {
    let all = bytes(0..<measure.bytes)
    precondition(buffer.count == measure.bytes, "bytes of a leaf")
    precondition(TextMeasure(of: all) == measure, "the measure of a leaf")
    precondition(
      TextMeasure(of: all[..<buffer.gapStart]).scalars == scalarsBeforeGap, "scalars before the gap"
    )
  }
}
