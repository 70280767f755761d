// SPDX-License-Identifier: MIT

import Foundation

/// A tag as a person types it: with or without the sign `#` that lists show before tags.
public struct TypedTag: Hashable, Sendable {
  /// The tag, without the sign and without white space around it.
  public let name: String

  /// Reads a tag.
  ///
  /// - Returns: Nil if the tag is empty, or has nothing but commas.
  public init?(_ text: String) {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    let isSigned = trimmed.hasPrefix("#")
    name = isSigned ? trimmed.dropFirst().trimmingCharacters(in: .whitespaces) : trimmed
    let isEmpty = name.contains(",") ? Self.tags(in: name).isEmpty : name.allSatisfy(\.isWhitespace)
    if isEmpty { return nil }
  }

  /// Reads tags with commas between them.
  public static func tags(in text: String) -> [TypedTag] {
    text.split(separator: ",").compactMap { TypedTag(String($0)) }
  }

  /// The tags that this tag stands for. If a note has this whole tag, commas included, the tag
  /// stands only for itself. If not, each text between commas is a tag.
  public func meant(among tags: some Sequence<String>) -> [TypedTag] {
    tags.contains(where: fits) ? [self] : Self.tags(in: name)
  }

  /// Whether a note's tag is this tag. Case, accents, composition and a leading `#` do not matter.
  public func fits(_ tag: String) -> Bool {
    let folded = name.foldedAsTyped
    return tag == name || tag.foldedAsTyped == folded
      || tag.hasPrefix("#") && String(tag.dropFirst()).foldedAsTyped == folded
  }
}

extension String {
  /// The text without case, accents and composition, because a person may type it without them.
  package var foldedAsTyped: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
