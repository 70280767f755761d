// SPDX-License-Identifier: MIT

import BinaryCoding

/// Comparisons of two contents of one edit. Only in contradicting histories do the two differ: see
/// ``DeltaReplicable/contradicts(_:)``.
///
/// Contents are compared by their kept bytes, or by their encoded bytes if no bytes were kept.
/// Contents that cannot be encoded cannot be told apart.
@usableFromInline
enum SameEdit {
  /// The bytes that each of two contents was read from. Nil for a content that is encoded as these
  /// bytes, or that an edit set (`KeptValue`).
  @usableFromInline
  typealias Kept = (left: [UInt8]?, right: [UInt8]?)

  @usableFromInline
  static func differs<Value: ReplicatedContent>(
    _ left: Value, _ right: Value, kept: Kept = (nil, nil)
  ) -> Bool {
    if kept.left == nil, kept.right == nil, haveSameBits(left, right) { return false }
    return (kept.left ?? bytes(of: left)) != (kept.right ?? bytes(of: right))
  }

  /// Whether two contents are equal or have the same bytes. (`Double.nan` does not equal itself.)
  @usableFromInline
  static func areSame<Value: Equatable & ReplicatedContent>(
    _ left: Value, _ right: Value, kept: Kept = (nil, nil)
  ) -> Bool {
    if kept.left == nil, kept.right == nil, left == right || haveSameBits(left, right) {
      return true
    }
    guard let bytes = kept.left ?? wholeBytes(of: left) else { return false }
    return bytes == kept.right ?? wholeBytes(of: right)
  }

  /// Whether two values have the same bits in memory, such as equal numbers or copies of one
  /// string. This takes less time than encoding both values.
  @inlinable
  static func haveSameBits<Value>(_ left: Value, _ right: Value) -> Bool {
    withUnsafeBytes(of: left) { left in
      withUnsafeBytes(of: right) { left.elementsEqual($0) }
    }
  }

  /// Whether the second value has greater bytes. The value with greater bytes wins on every device.
  @inlinable
  static func precedes<Value: ReplicatedContent>(
    _ left: Value, _ right: Value, kept: Kept = (nil, nil)
  ) -> Bool {
    if kept.left == nil, kept.right == nil, haveSameBits(left, right) { return false }
    return hasLesserBytes(left, right, kept: kept)
  }

  @usableFromInline
  static func hasLesserBytes<Value: ReplicatedContent>(
    _ left: Value, _ right: Value, kept: Kept
  ) -> Bool {
    (kept.left ?? bytes(of: left)).lexicographicallyPrecedes(kept.right ?? bytes(of: right))
  }

  /// The plain bytes by which a content is compared.
  static func bytes<Value: ReplicatedContent>(of value: Value) -> [UInt8] { written(value).bytes }

  /// The plain bytes of a content; nil if the content cannot be encoded.
  static func wholeBytes<Value: ReplicatedContent>(of value: Value) -> [UInt8]? {
    let writer = written(value)
    return writer.failure == nil && !writer.bytes.isEmpty ? writer.bytes : nil
  }

  private static func written<Value: ReplicatedContent>(_ value: Value) -> ByteWriter {
    var writer = ByteWriter()
    #if hasFeature(Embedded)
      writer.writePlain(value)
    #else
      if let value = value as? any Encodable { writer.writePlain(value) }
    #endif
    return writer
  }
}
