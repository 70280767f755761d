// SPDX-License-Identifier: MIT

import DecentNotes

extension Arguments {
  /// The tags given by ``OptionRule/tag``: each may stand in an option of its own, or behind a comma.
  func tags() throws(UsageFailure) -> [TypedTag] {
    var tags: [TypedTag] = []
    for word in values(of: .tag) {
      let typed = TypedTag.tags(in: word)
      guard !typed.isEmpty else {
        throw UsageFailure("'--tag' needs a tag, and what was given is empty")
      }
      tags += typed
    }
    return tags
  }
}
