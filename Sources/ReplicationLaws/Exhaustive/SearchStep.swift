// SPDX-License-Identifier: MIT

/// A step from one global state of a search to another.
enum SearchStep: Hashable {
  /// A replica makes one of the edits.
  case edit(replica: Int, edit: Int)
  /// A replica merges the value of another replica.
  case merge(replica: Int, other: Int)
}
