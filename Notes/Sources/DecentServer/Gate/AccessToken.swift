// SPDX-License-Identifier: MIT

import BinaryCoding

/// A secret of 128 random bits: the token of a library's pages, the code in an address, or the key
/// of a page.
public struct AccessToken: Equatable, Sendable {
  /// The token as text: 22 characters of base64url.
  public let text: String

  /// Draws a token.
  public init() {
    var chance = SystemRandomNumberGenerator()
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &chance) }
    text = Self.text(of: bytes)
  }

  /// Reads a token; nil if the text is not a token.
  public init?(_ text: String) {
    let isSound =
      text.utf8.count == Self.length
      && text.utf8.allSatisfy { Self.letters.contains($0) }
    guard isSound else { return nil }
    self.text = text
  }

  /// Whether a text is the token. The duration of the comparison reveals nothing about the token.
  func matches(_ text: some StringProtocol) -> Bool {
    let (mine, theirs) = (Array(self.text.utf8), Array(text.utf8))
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static let length = 22
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func text(of bytes: [UInt8]) -> String {
    String(Base64.encode(bytes).prefix(length)).replacing("+", with: "-").replacing("/", with: "_")
  }
}
