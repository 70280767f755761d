// SPDX-License-Identifier: MIT

/// The failure to understand a command line.
struct UsageFailure: Error, Equatable {
  /// The fault of the command line.
  let reason: String
  /// The usage of the command; empty if the command is not known.
  let usage: [String]

  init(_ reason: String, usage: [String] = []) {
    self.reason = reason
    self.usage = usage
  }
}
