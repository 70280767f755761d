// SPDX-License-Identifier: MIT

/// The name that the user gave to a place to sync with. The sync state of each name is separate.
public struct RemoteName: Hashable, Sendable {
  /// The name as text.
  public let text: String

  /// Makes a name.
  public init(_ text: String) {
    self.text = text
  }
}
