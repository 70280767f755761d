// SPDX-License-Identifier: MIT

import ReplicatingText

/// The result of a call, a number that the host shares: see `decent.mjs`.
///
/// The results from ``truncated`` on are failures. The ``answer`` then
/// describes the failure and its remedy.
package enum Status: Int32 {
  case done = 0
  /// The call has no answer.
  case nothing = 1
  case truncated = 2
  case corrupt = 3
  case newer = 4
  case foreign = 5
  case missingHistory = 6
  case outOfRange = 7
  case historyDropped = 8
  case historyContradicts = 9
  /// A part of a note is beyond its limits.
  case unsuitable = 10
  /// An earlier version wrote the bytes.
  case older = 11
}

extension Status {
  /// Runs `body`. Answers with a description of its error if it throws one.
  package static func of(decoding body: () throws(DecodingFailure) -> Void) -> Status {
    do throws(DecodingFailure) {
      try body()
      return .done
    } catch {
      answer.set(error.description)
      switch error {
      case .truncated: return .truncated
      case .corrupt: return .corrupt
      case .newer, .newerField, .newerValue: return .newer
      case .older: return .older
      case .foreign, .foreignField, .foreignValue: return .foreign
      }
    }
  }

  /// Runs `body`. Answers with a description of its error if it throws one.
  package static func of(merging body: () throws(MissingHistory) -> Void) -> Status {
    do throws(MissingHistory) {
      try body()
      return .done
    } catch {
      answer.set(error.description)
      switch error.reason {
      case .notHereYet: return .missingHistory
      case .dropped: return .historyDropped
      case .contradicting: return .historyContradicts
      }
    }
  }
}
