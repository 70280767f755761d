// SPDX-License-Identifier: MIT

import BinaryCoding

/// The name that the user gave to a place to sync with. The sync state of each name is separate.
public struct RemoteName: Hashable, Sendable {
  /// The name as text.
  public let text: String

  /// Makes a name.
  ///
  /// - Precondition: The text has at most 4,096 bytes.
  public init(_ text: String) {
    require(text.utf8.count <= 4096, "a remote with a name of \(text.utf8.count) bytes")
    self.text = text
  }

  /// Makes the name that a row holds, which damage may have made longer.
  init(stored text: String) {
    self.text = text
  }
}
