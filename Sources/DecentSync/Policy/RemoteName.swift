// SPDX-License-Identifier: MIT

/// A place to sync with, as the user named it; books are kept by remote.
public struct RemoteName: Hashable, Sendable {
  /// The name as text.
  public let text: String

  /// Makes a name.
  public init(_ text: String) {
    self.text = text
  }
}
