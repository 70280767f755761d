// SPDX-License-Identifier: MIT

import DecentNotes

extension Arguments {
  /// The tags given by ``OptionRule/tag``. One may be several, with commas between.
  func tags() throws(UsageFailure) -> [TypedTag] {
    var tags: [TypedTag] = []
    for word in values(of: .tag) {
      guard let tag = TypedTag(word) else {
        throw UsageFailure("'--tag' needs a tag, and what was given is empty")
      }
      tags.append(tag)
    }
    return tags
  }
}
