// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText

/// A type whose values are held for later versions of the app: what they contain is not known here.
protocol HeldValue: Hashable, PlainValue, Sendable {
  /// The value that nobody has edited.
  static var blank: Self { get }
}

/// A held type whose values are sent in parts.
typealias HeldReplica = HeldValue & PersistentReplicable
