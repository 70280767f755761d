// SPDX-License-Identifier: MIT

import BinaryCoding

/// The reason why a part of a note was refused: the part is beyond ``NoteLimits``. Nothing was
/// changed.
public enum NoteFault: Error, Equatable, Sendable {
  /// The title is empty or only white space.
  case emptyTitle
  /// The title has `count` characters, more than ``NoteLimits/titleLength``.
  case titleTooLong(count: Int)
  /// The title takes `size` bytes, more than ``NoteLimits/titleSize``.
  case titleTooLarge(size: Int)
  /// The text takes `size` bytes, more than ``NoteLimits/textSize``.
  case textTooLarge(size: Int)
  /// The place in the order takes `size` bytes, more than ``NoteLimits/placeSize``.
  case placeTooLong(size: Int)
  /// The tag is empty, too long or holds control characters.
  case unsuitableTag(String)
  /// The tag takes `size` bytes, more than ``NoteLimits/tagSize``.
  case tagTooLarge(size: Int)
  /// The folder is too long, or a name in the folder is empty, too long, begins with a dot or holds
  /// control characters.
  case unsuitableFolder(String)
}

extension NoteFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyTitle:
      "a note needs a title, and this one is empty"
    case .titleTooLong(let count):
      """
      the title has \(count) characters, and at most \(NoteLimits.titleLength) are taken; put \
      the rest into the text
      """
    case .titleTooLarge(let size):
      """
      the title has \(size) bytes, and at most \(NoteLimits.titleSize) are taken; put the rest \
      into the text
      """
    case .textTooLarge(let size):
      """
      the text has \(size) bytes, and at most \(NoteLimits.textSize) are taken; split it into \
      several notes
      """
    case .placeTooLong(let size):
      "the place has \(size) bytes, and at most \(NoteLimits.placeSize) are taken"
    case .unsuitableTag(let tag):
      """
      '\(tag.escapingControls)' cannot be a tag: a tag has 1 to \(NoteLimits.tagLength) \
      characters and no control characters
      """
    case .tagTooLarge(let size):
      "the tag has \(size) bytes, and at most \(NoteLimits.tagSize) are taken"
    case .unsuitableFolder(let folder):
      """
      '\(folder.escapingControls)' cannot be a folder: it is names with '/' between, each of 1 to \
      \(NoteFolder.nameSize) bytes and \(NoteFolder.size) together; none begins with '.' or has \
      control characters
      """
    }
  }
}
