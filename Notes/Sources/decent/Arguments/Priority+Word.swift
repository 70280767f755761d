// SPDX-License-Identifier: MIT

import DecentNotes

extension Priority {
  /// Reads the word for a priority on a command line.
  init(word: String) throws(UsageFailure) {
    guard let priority = Priority(rawValue: word) else {
      throw UsageFailure("there is no priority '\(word)'; it is low, normal or high")
    }
    self = priority
  }
}
