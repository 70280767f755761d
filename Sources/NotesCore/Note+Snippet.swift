// SPDX-License-Identifier: MIT

import ReplicatingText
import ReplicatingTypes

extension Note {
  /// The greatest length of a snippet, in Unicode scalars.
  public static let snippetLength = 300

  /// The first `snippetLength` scalars of the text, for lists.
  public var snippet: String {
    text.unicodeScalars[0..<min(text.unicodeScalars.count, Self.snippetLength)]
  }

  /// The size of the text, in bytes of UTF-8.
  public var size: Int { text.utf8Count }
}
