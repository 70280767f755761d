// SPDX-License-Identifier: MIT

import ReplicatingText

/// The result of a call. `decent.mjs` has the same numbers.
///
/// ``truncated`` and all greater results are failures. The ``answer`` of a failed call describes
/// the failure and its remedy.
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
  /// A title, tag, folder or priority that no note may have.
  case unsuitable = 10
  /// An earlier version wrote the bytes.
  case older = 11
}

extension Status {
  /// Runs `body`. If `body` throws an error, answers with the error's description.
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

  /// Runs `body`. If `body` throws an error, answers with the error's description.
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
