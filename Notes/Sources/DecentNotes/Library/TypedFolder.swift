// SPDX-License-Identifier: MIT

/// A folder as a person types it to find notes.
public struct TypedFolder: Hashable, Sendable {
  private let folder: NoteFolder
  private let folded: [String]

  /// Makes the folder; `NoteFolder.none` stands for the notes in no folder.
  public init(_ folder: NoteFolder) {
    self.folder = folder
    folded = folder.names.map(\.foldedAsTyped)
  }

  /// Whether a note's folder is this folder. Case, accents and Unicode composition do not matter.
  public func fits(_ other: NoteFolder) -> Bool {
    other.names.count == folded.count && contains(other)
  }

  /// Whether a note's folder is this folder or lies in it, at any depth.
  public func contains(_ other: NoteFolder) -> Bool {
    guard folder != .none else { return other == .none }
    return other.names.count >= folded.count
      && folded.indices.allSatisfy {
        folder.names[$0] == other.names[$0] || folded[$0] == other.names[$0].foldedAsTyped
      }
  }
}
