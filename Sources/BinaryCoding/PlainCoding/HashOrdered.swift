// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// A collection whose `encode(to:)` encodes the items in an order that differs from run to run.
  protocol HashOrdered {
    /// The number of encoded items that are sorted as one unit: 2 for a key and its value.
    static var groupSize: Int { get }
  }

  extension Set: HashOrdered {
    static var groupSize: Int { 1 }
  }

  // The standard library encodes a dictionary as a map if its keys are `String`, `Int` or
  // `CodingKeyRepresentable`. It encodes other dictionaries as an array of keys and values.
  extension Dictionary: HashOrdered {
    static var groupSize: Int { 2 }
  }

#endif
