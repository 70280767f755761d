// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The size limits for the parts of a note that are written on this device. Notes from other
/// devices are accepted unchecked.
public enum NoteLimits {
  /// The most characters of a title.
  public static let titleLength = 1000
  /// The most characters of a tag.
  public static let tagLength = 100
  /// The most bytes of a place in the order. Moving notes into one gap 60,000 times leads to places
  /// of this size.
  public static let placeSize = 16 << 10
  /// The most bytes of a text, as UTF-8.
  public static let textSize = 16 << 20

  /// Checks a title.
  public static func check(title: String) throws(NoteFault) {
    guard !title.allSatisfy({ $0.isWhitespace }) else { throw .emptyTitle }
    guard title.count <= titleLength else { throw .titleTooLong(count: title.count) }
  }

  /// Checks a text.
  public static func check(text: String) throws(NoteFault) {
    guard text.utf8.count <= textSize else { throw .textTooLarge(size: text.utf8.count) }
  }

  /// Checks a place in the order.
  public static func check(place: FractionalIndex) throws(NoteFault) {
    let size = place.bytes.count
    guard size <= placeSize else { throw .placeTooLong(size: size) }
  }

  /// Checks a tag.
  public static func check(tag: String) throws(NoteFault) {
    let isSuitable =
      !tag.allSatisfy({ $0.isWhitespace }) && tag.count <= tagLength
      && !tag.unicodeScalars.contains(where: { $0.isControl })
    guard isSuitable else { throw .unsuitableTag(tag) }
  }

  /// Reads a folder.
  public static func folder(_ text: String) throws(NoteFault) -> NoteFolder {
    guard let folder = NoteFolder(text) else { throw .unsuitableFolder(text) }
    return folder
  }
}
