// SPDX-License-Identifier: MIT

/// The bits of a hash that lead on from a node of a ``HashTrie``: five for each
/// level.
struct HashPath {
  private static let bitsPerLevel = 5
  private static let levelCount = (UInt.bitWidth + bitsPerLevel - 1) / bitsPerLevel

  private var bits: UInt
  private(set) var level: Int

  /// The path of a key from the root.
  init(_ key: some Hashable) {
    bits = UInt(bitPattern: key.hashValue)
    level = 0
  }

  /// The path of a key from a node at a level.
  init(_ key: some Hashable, level: Int) {
    bits = UInt(bitPattern: key.hashValue) >> (UInt(level) * UInt(Self.bitsPerLevel))
    self.level = level
  }

  /// Whether no bits are left: keys that come this far have equal hashes.
  var isAtEnd: Bool { level == Self.levelCount }

  /// Which of its 32 branches a node follows.
  var bit: UInt32 { 1 << UInt32(truncatingIfNeeded: bits & 31) }

  /// The path from the node that the branch leads to.
  var next: HashPath {
    var path = self
    path.bits >>= UInt(Self.bitsPerLevel)
    path.level += 1
    return path
  }
}
