// SPDX-License-Identifier: MIT

#if DECENT_INVARIANTS
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
#endif

/// The capacities of all tree nodes, leaves and chunks, and other limits that tests make small.
///
/// Builds without `DECENT_INVARIANTS` have the shipped sizes as constants. Builds with
/// `DECENT_INVARIANTS` read the environment variable `DECENT_NODES` once. With `small`, a tree of a
/// few elements already has several levels. With `shipped`, or without the variable, the sizes are
/// the shipped ones.
@usableFromInline
package enum NodeSizes {
  #if DECENT_INVARIANTS
    /// Whether nodes are small.
    @usableFromInline
    package static let areSmall = readVariable()

    private static func readVariable() -> Bool {
      let value = getenv("DECENT_NODES").map { String(cString: $0) }
      precondition(
        value == nil || value == "shipped" || value == "small",
        "DECENT_NODES must be shipped or small")
      return value == "small"
    }
  #else
    /// Whether nodes are small.
    @inlinable
    package static var areSmall: Bool { false }
  #endif

  /// The most members of a ``RopeNode``: 2 to the power of ``ropePathWidth``.
  package static var ropeFanout: Int { 1 << ropePathWidth }

  /// The number of bits that a member takes in a ``RopePath``.
  package static var ropePathWidth: Int { areSmall ? 2 : 5 }

  /// The most bytes of UTF-8 in a ``TextLeaf``.
  package static var textLeaf: Int { areSmall ? 16 : 4096 }

  /// The most runs in a ``SlotLeaf``.
  package static var slotLeaf: Int { areSmall ? 8 : 96 }

  /// The most ranges in a chunk of ``DraftRanges``.
  package static var draftChunk: Int { areSmall ? 4 : 64 }

  /// The most runs in a leaf of a ``RunTree``, and the most children of any other node.
  package static var runTreeNode: Int { areSmall ? 4 : 32 }

  /// The number of late chains: see ``SequenceLog/lateChains(of:)``.
  package static var lateChains: Int { areSmall ? 3 : 64 }

  /// The most lanes of a ``RunTree``.
  package static var lanes: Int { areSmall ? 3 : 64 }

  /// The factor that scales the memory limit of a tracker. Small nodes spend more of their memory
  /// on headers and free places.
  package static var trackerRoom: Int { areSmall ? 2 : 1 }

  /// The most keys in a chunk of an ``OrderedIndex``.
  package static var indexChunk: Int { areSmall ? 4 : 64 }

  /// The number of runs that an insert scans one by one before it begins a binary search.
  package static var scannedRuns: Int { areSmall ? 2 : 64 }

  /// The most sorted tips in a ``TipQueue``.
  package static var sortedTips: Int { areSmall ? 2 : 16 }

  /// The number of scalars that the search for `Character` boundaries reads first.
  @inlinable
  package static var graphemeStretch: Int { areSmall ? 8 : 1024 }
}
