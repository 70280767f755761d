// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The order in which the notes of a library are shown.
///
/// It orders and nothing else: whether a note exists is up to the note's own
/// document.
public struct NotebookIndex: ReplicatingFields, Equatable, Sendable {
  /// The notes that were given a place, first the one shown first.
  public var order = ReplicatingOrderedSet<NoteID>()

  /// Makes an index that knows no note.
  public init() {}

  public static let frameKind = FrameKind(code: 1001, name: "an index of notes")

  public var fields: Fields<ReplicatingOrderedSet<NoteID>> {
    get { Fields(order) }
    set { order = newValue.values }
  }

  /// Puts notes into order: first those the index does not know, newest first;
  /// then those it knows, as it says.
  ///
  /// - Complexity: O(*n* log *n*) in the notes.
  public func sorted<Item>(_ items: [Item], by id: (Item) -> NoteID) -> [Item] {
    let places = Dictionary(zip(order, 0...)) { first, _ in first }
    return items.map { item in (item: item, id: id(item), place: places[id(item)] ?? -1) }
      .sorted { $0.place == $1.place ? $0.id > $1.id : $0.place < $1.place }
      .map(\.item)
  }
}
