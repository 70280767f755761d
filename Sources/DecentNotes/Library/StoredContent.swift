// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// What a document of a library holds: a value that can be stored and sent
/// whole or as deltas.
public protocol StoredContent: DeltaReplicable, Framed where Version: Framed, Delta: Framed {
  /// The content of a document that nobody edited.
  init()
}

extension Note: StoredContent {}
extension NotebookIndex: StoredContent {}
