// SPDX-License-Identifier: MIT

/// The command line is not one that `decent` understands.
struct UsageFailure: Error, Equatable {
  /// What is wrong with it.
  let reason: String
  /// How it should be, if a command can be told.
  let usage: [String]

  init(_ reason: String, usage: [String] = []) {
    self.reason = reason
    self.usage = usage
  }
}
