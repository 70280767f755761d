// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// A collection whose `encode(to:)` gives its items in an order that differs
  /// from run to run.
  protocol HashOrdered {
    /// The number of items that are sorted as one: 2 for a key and its value.
    static var groupSize: Int { get }
  }

  extension Set: HashOrdered {
    static var groupSize: Int { 1 }
  }

  // Key and value are two items of an array only if the keys are neither text nor whole numbers;
  // otherwise they are an entry of a map.
  extension Dictionary: HashOrdered {
    static var groupSize: Int { 2 }
  }

#endif
