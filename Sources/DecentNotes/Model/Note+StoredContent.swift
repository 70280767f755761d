// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

extension Note: StoredContent {}
extension NotebookIndex: StoredContent {}
