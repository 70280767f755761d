// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// A collection whose `encode(to:)` gives its items in an order that differs
  /// from run to run.
  protocol HashOrdered {
    /// How many items belong together.
    static var groupSize: Int { get }
  }

  extension Set: HashOrdered {
    static var groupSize: Int { 1 }
  }

  // Only where the keys are neither text nor whole numbers are key and value two
  // items of an array; else they are a map.
  extension Dictionary: HashOrdered {
    static var groupSize: Int { 2 }
  }

#endif
