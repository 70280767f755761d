// SPDX-License-Identifier: MIT

import DecentNotes

extension Arguments {
  /// The values of ``OptionRule/tag``. A value may hold several tags, with commas between.
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

  /// The tags given for a new note.
  func newTags() throws(UsageFailure) -> [String] {
    try tags().flatMap { TypedTag.tags(in: $0.name) }.map(\.name)
  }
}
