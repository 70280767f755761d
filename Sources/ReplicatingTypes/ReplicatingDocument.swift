// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A value that is stored and sent as a document: whole, or as deltas.
///
/// Every ``ReplicatingModel`` is such a value.
public protocol ReplicatingDocument: SyncReplicable, Framed, Sendable
where Version: Framed, Delta: Framed {
  /// Makes the unedited value, from which a new copy of a document starts.
  init()
}
