// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The folder of a note: names with `/` between them, such as `Work/Garden`. A note may be in none.
public struct NoteFolder: Hashable, Sendable {
  /// The names, the outermost first; empty for no folder.
  public let names: [String]

  /// No folder.
  public static let none = NoteFolder(names: [])

  /// The most bytes of a name, as UTF-8. File systems take 255.
  public static let nameSize = 200
  /// The most bytes of all names with the `/` between them, as UTF-8.
  public static let size = 1000

  private init(names: [String]) {
    self.names = names
  }

  /// Reads a folder. An empty text and `/` mean no folder. A `/` before the first name or after the
  /// last, and white space around a name, are ignored.
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

  /// The folder that a note is in. A text that is not a folder means none. Only a later version of
  /// this program may write such a text.
  public init(of note: Note) {
    self = NoteFolder(note.folder.value) ?? .none
  }

  /// The names with `/` between them; empty for no folder.
  public var text: String { names.joined(separator: "/") }

  /// Another folder within this one; nil if the result is too long.
  public func appending(_ other: NoteFolder) -> NoteFolder? {
    NoteFolder((names + other.names).joined(separator: "/"))
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.first != "." && name.utf8.count <= nameSize
      && !name.unicodeScalars.contains(where: { $0.isControl })
  }

  private static func trimmed(_ name: Substring) -> String {
    var name = name
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }
}
