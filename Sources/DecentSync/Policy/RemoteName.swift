// SPDX-License-Identifier: MIT

/// A place to sync with, as the user named it; a journal keeps its books by
/// remote.
public struct RemoteName: Hashable, Sendable {
  /// The name as text.
  public let text: String

  /// Makes a name.
  public init(_ text: String) {
    self.text = text
  }
}
