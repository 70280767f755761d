// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A value that is stored and sent as a document: whole, or as deltas.
///
/// Models made of ``ReplicatingFields`` are such values.
public protocol ReplicatingDocument: DeltaReplicable, Framed, Sendable
where Version: Framed, Delta: Framed {
  /// Makes the value that nobody edited: what a new copy of a document starts from.
  init()
}
