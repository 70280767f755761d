// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText

/// A type of values that this version of the app holds for later versions of the app.
protocol HeldValue: Hashable, PlainValue, Sendable {
  /// The unedited value.
  static var blank: Self { get }
}

/// A held type whose values are sent in parts.
typealias HeldReplica = HeldValue & PersistentReplicable
