// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The size limits for the parts of a note. A device checks the parts that it writes, and accepts
/// the notes of other devices unchecked.
public enum NoteLimits {
  /// The greatest length of a title, in characters.
  public static let titleLength = 1000
  /// The greatest size of a title, in bytes of UTF-8. A character may have any number of combining
  /// marks.
  public static let titleSize = 16 << 10
  /// The greatest length of a tag, in characters.
  public static let tagLength = 100
  /// The greatest size of a tag, in bytes of UTF-8.
  public static let tagSize = 2 << 10
  /// The greatest size of a place in the order, in bytes. A place reaches this size after 60,000
  /// moves of notes into one gap.
  public static let placeSize = 16 << 10
  /// The greatest size of a text, in bytes of UTF-8.
  public static let textSize = 16 << 20

  /// Checks that a title is not too long or too large, and not blank.
  public static func check(title: String) throws(NoteFault) {
    guard !title.allSatisfy({ $0.isWhitespace }) else { throw .emptyTitle }
    guard title.count <= titleLength else { throw .titleTooLong(count: title.count) }
    guard title.utf8.count <= titleSize else { throw .titleTooLarge(size: title.utf8.count) }
  }

  /// Checks that a text is not too large.
  public static func check(text: String) throws(NoteFault) {
    guard text.utf8.count <= textSize else { throw .textTooLarge(size: text.utf8.count) }
  }

  /// Checks that a place in the order is not too large.
  public static func check(place: FractionalIndex) throws(NoteFault) {
    let size = place.bytes.count
    guard size <= placeSize else { throw .placeTooLong(size: size) }
  }

  /// Checks that a tag is not too long or too large, is not blank, and holds no control characters.
  public static func check(tag: String) throws(NoteFault) {
    let isSuitable =
      !tag.allSatisfy({ $0.isWhitespace }) && tag.count <= tagLength
      && !tag.unicodeScalars.contains(where: { $0.commandsTerminal })
    guard isSuitable else { throw .unsuitableTag(tag) }
    guard tag.utf8.count <= tagSize else { throw .tagTooLarge(size: tag.utf8.count) }
  }

  /// Reads a folder, and throws if the text is no folder.
  public static func folder(_ text: String) throws(NoteFault) -> NoteFolder {
    guard let folder = NoteFolder(text) else { throw .unsuitableFolder(text) }
    return folder
  }
}
