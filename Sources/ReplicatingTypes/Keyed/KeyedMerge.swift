// SPDX-License-Identifier: MIT

/// What merging another ``KeyedStorage`` did.
@usableFromInline
struct KeyedMerge<Key> {
  /// Whether a last edit shows that the two contradict each other.
  @usableFromInline
  let isContradicting: Bool

  /// The keys whose entries may have changed without an edit that was new here: the two may
  /// contradict each other there. Nil stands for any keys.
  @usableFromInline
  let silentKeys: [Key]?

  @inlinable
  init(isContradicting: Bool = false, silentKeys: [Key]? = []) {
    self.isContradicting = isContradicting
    self.silentKeys = silentKeys
  }
}
