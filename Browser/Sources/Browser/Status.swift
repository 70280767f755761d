// SPDX-License-Identifier: MIT

import ReplicatingText

/// How a call ended, as a number that the host knows by heart: see `decent.mjs`.
///
/// From ``truncated`` on it is a failure, and the ``answer`` says in words what
/// happened and what to do.
enum Status: Int32 {
  case done = 0
  /// There was nothing to answer.
  case nothing = 1
  case truncated = 2
  case corrupt = 3
  case newer = 4
  case foreign = 5
  case missingHistory = 6
  case outOfRange = 7
  case historyDropped = 8
  case historyContradicts = 9
}

extension Status {
  /// Runs `body` and answers with what went wrong, if anything does.
  static func of(decoding body: () throws(DecodingFailure) -> Void) -> Status {
    do throws(DecodingFailure) {
      try body()
      return .done
    } catch {
      answer.set(error.description)
      switch error {
      case .truncated: return .truncated
      case .corrupt: return .corrupt
      case .newer, .newerModel, .newerValue: return .newer
      case .foreign: return .foreign
      }
    }
  }

  /// Runs `body` and answers with what went wrong, if anything does.
  static func of(merging body: () throws(MissingHistory) -> Void) -> Status {
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
