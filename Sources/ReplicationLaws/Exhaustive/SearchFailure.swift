// SPDX-License-Identifier: MIT

/// A law that a search found broken.
struct SearchFailure: Error {
  let law: Law
  let finding: String
}
