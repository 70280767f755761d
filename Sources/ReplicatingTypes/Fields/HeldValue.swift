// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText

/// A type whose values are held for later versions of the app, without reading their contents.
protocol HeldValue: Hashable, PlainValue, Sendable {
  /// The unedited value.
  static var blank: Self { get }
}

/// A held type whose values are sent in parts.
typealias HeldReplica = HeldValue & PersistentReplicable
