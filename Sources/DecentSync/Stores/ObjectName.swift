// SPDX-License-Identifier: MIT

/// The name of an object in a store: a relative path with `/` between its
/// parts, such as `log/0f…3a-12`.
///
/// A name never leads out of the store: no part is empty, begins with a dot or holds a zero byte.
/// The names that folder services give to "conflicted copies" are valid, too.
public struct ObjectName: Hashable, Sendable {
  /// The most bytes of a name: one more than Linux allows in a path. A `RowKey` has room for more.
  public static let maximumLength = 4096

  /// The name as text.
  public let text: String

  /// Makes a name; nil unless the text has the form of one.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let slash = UInt8(ascii: "/")
    var last = slash
    for byte in text.utf8 {
      let beginsPart = last == slash
      if byte == 0 || beginsPart && (byte == slash || byte == UInt8(ascii: ".")) { return nil }
      last = byte
    }
    if last == slash { return nil }
    self.text = text
  }

  /// The part after the last `/`.
  var lastPart: Substring.UTF8View {
    let start = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) }
    return text.utf8[(start ?? text.startIndex)...]
  }

  /// Makes a name from text that is known to be one.
  init(knownSound text: String) {
    self.text = text
  }
}

extension ObjectName: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension ObjectName: CustomStringConvertible {
  public var description: String { text }
}
