// SPDX-License-Identifier: MIT

/// The origin of a page on this device that may show the notebook's page in a frame.
public struct FrameOrigin: Equatable, Sendable {
  /// The origin, as in `http://127.0.0.1:4711`.
  public let text: String

  private static let scheme = "http://127.0.0.1:"

  /// Reads an origin; nil if it is not on the loopback address.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.scheme), let port = UInt16(text.dropFirst(Self.scheme.count)),
      port > 0, text == "\(Self.scheme)\(port)"
    else { return nil }
    self.text = text
  }
}
