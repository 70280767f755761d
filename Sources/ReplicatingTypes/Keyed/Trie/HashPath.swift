// SPDX-License-Identifier: MIT

/// The bits of a hash that lead from a node of a ``HashTrie`` to a key: five for each level.
@usableFromInline
struct HashPath {
  @usableFromInline
  static let bitsPerLevel = 5
  @usableFromInline
  static let levelCount = (UInt.bitWidth + bitsPerLevel - 1) / bitsPerLevel

  @usableFromInline
  var bits: UInt
  @usableFromInline
  var level: Int

  /// The path of a key from the root.
  @inlinable
  init(_ key: some Hashable) {
    bits = UInt(bitPattern: key.hashValue)
    level = 0
  }

  /// The path of a key from a node at a level.
  @inlinable
  init(_ key: some Hashable, level: Int) {
    bits = UInt(bitPattern: key.hashValue) >> (UInt(level) * UInt(Self.bitsPerLevel))
    self.level = level
  }

  /// Whether no bits are left. Keys whose paths end in the same node have equal hashes.
  @inlinable
  var isAtEnd: Bool { level == Self.levelCount }

  /// The branch that the path follows, as one of 32 bits.
  @inlinable
  var bit: UInt32 { 1 << UInt32(truncatingIfNeeded: bits & 31) }

  /// The rest of the path, from the node that the branch leads to.
  @inlinable
  var next: HashPath {
    var path = self
    path.bits >>= UInt(Self.bitsPerLevel)
    path.level += 1
    return path
  }
}
