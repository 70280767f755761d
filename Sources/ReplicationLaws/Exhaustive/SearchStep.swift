// SPDX-License-Identifier: MIT

/// What leads from one global state of a search to another.
enum SearchStep: Hashable {
  /// A replica makes one of the edits.
  case edit(replica: Int, edit: Int)
  /// A replica takes in another.
  case merge(replica: Int, other: Int)
}
