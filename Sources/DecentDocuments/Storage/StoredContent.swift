// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// What a document holds: a value that can be stored and sent whole or as deltas.
///
/// All types of ReplicatingTypes are such, and models made of them.
public protocol StoredContent: DeltaReplicable, Framed where Version: Framed, Delta: Framed {
  /// The content of a document that nobody edited.
  init()
}
