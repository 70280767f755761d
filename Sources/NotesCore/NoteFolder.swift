// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The folder of a note, or none: names with `/` between them, such as `Work/Garden`.
public struct NoteFolder: Hashable, Sendable {
  /// The names, the outermost first; empty for no folder.
  public let names: [String]

  /// No folder.
  public static let none = NoteFolder(names: [])

  /// The greatest size of a name, in bytes of UTF-8. File systems allow 255.
  public static let nameSize = 200
  /// The greatest size of all names with the `/` between them, in bytes of UTF-8.
  public static let size = 1000

  private init(names: [String]) {
    self.names = names
  }

  /// Reads a folder. An empty text and `/` mean no folder. White space around a name is ignored,
  /// and so is a `/` before the first name or after the last name.
  ///
  /// - Returns: Nil if a name is empty, begins with `.`, is too long or holds control characters,
  ///   or if the names together are too long.
  public init?(_ text: String) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(Self.trimmed)
    if parts.first == "" { parts.removeFirst() }
    if parts.last == "" { parts.removeLast() }
    guard parts.allSatisfy(Self.isName) else { return nil }
    names = parts
    guard self.text.utf8.count <= Self.size else { return nil }
  }

  /// The folder that a note is in. A note with an invalid folder text is in no folder. Only a later
  /// version of this program may write such a text.
  public init(of note: Note) {
    self = NoteFolder(note.folder.value) ?? .none
  }

  /// The names with `/` between them; empty for no folder.
  public var text: String { names.joined(separator: "/") }

  /// The folder `other` within this folder; nil if the result is too long.
  public func appending(_ other: NoteFolder) -> NoteFolder? {
    NoteFolder((names + other.names).joined(separator: "/"))
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.first != "." && name.utf8.count <= nameSize
      && !name.unicodeScalars.contains(where: { $0.commandsTerminal })
  }

  private static func trimmed(_ name: Substring) -> String {
    var name = name
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }
}
