// SPDX-License-Identifier: MIT

extension Arguments {
  /// The value of ``OptionRule/limit``; `Int.max` if the option was not given.
  func limit() throws(UsageFailure) -> Int {
    guard let word = value(of: .limit) else { return .max }
    guard let limit = Int(word), limit > 0 else {
      throw UsageFailure("'--limit' needs a number from 1, not '\(word)'")
    }
    return limit
  }
}
