// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  /// The relation of a value, part by part, to the value that it replaces.
  struct ValueRelation {
    /// The greatest change of a part.
    private(set) var change: ValueChange
    /// Whether a part has another origin than the part that it replaces.
    private(set) var isOfOtherOrigin: Bool

    init(_ change: ValueChange, isOfOtherOrigin: Bool = false) {
      (self.change, self.isOfOtherOrigin) = (change, isOfOtherOrigin)
    }

    /// Takes in the relation of one more part.
    mutating func join(_ part: ValueRelation) {
      change = max(change, part.change)
      isOfOtherOrigin = isOfOtherOrigin || part.isOfOtherOrigin
    }

    /// Whether a part must take on the origin of the part that it replaces. False unless the value
    /// contains the replaced value.
    var needsFollowing: Bool { change == .addition && isOfOtherOrigin }
  }
#endif
