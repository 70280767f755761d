// SPDX-License-Identifier: MIT

import DecentNotes

extension Priority {
  /// Reads the word that a person gives for a priority.
  init(word: String) throws(UsageFailure) {
    guard let priority = Priority(rawValue: word) else {
      throw UsageFailure("there is no priority '\(word)'; it is low, normal or high")
    }
    self = priority
  }
}
