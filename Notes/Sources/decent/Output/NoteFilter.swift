// SPDX-License-Identifier: MIT

import DecentNotes

/// The choice and the order of the notes in a list.
struct NoteFilter {
  /// The sort order. The newest times come first. Notes with equal times keep their order. Pinned
  /// notes come before all others.
  enum Order: String, CaseIterable {
    case order, title, created, edited
  }

  private let tags: [TypedTag]
  private let folder: TypedFolder?
  private let priority: Priority?
  private let order: Order
  private let wantsTrashOnly: Bool

  /// Reads the options of a command.
  init(_ arguments: Arguments) throws {
    tags = try arguments.tags()
    folder = try arguments.folder().map(TypedFolder.init)
    wantsTrashOnly = arguments.has(.trash)
    if let word = arguments.value(of: .priority) {
      priority = try Priority(word: word)
    } else {
      priority = nil
    }
    let word = arguments.value(of: .sort) ?? Order.order.rawValue
    guard let order = Order(rawValue: word) else {
      throw UsageFailure("there is no order '\(word)'; it is order, title, created or edited")
    }
    self.order = order
  }

  /// The chosen notes, sorted. `notes` must be in the library's order, with pinned notes first.
  func callAsFunction(_ notes: [NoteSummary]) -> [NoteSummary] {
    sorted(notes.filter(fits))
  }

  private func fits(_ note: NoteSummary) -> Bool {
    tags.flatMap { $0.meant(among: note.tags) }.allSatisfy { note.tags.contains(where: $0.fits) }
      && folder?.contains(note.folder) != false
      && (priority ?? note.priority) == note.priority && (note.isTrashed || !wantsTrashOnly)
  }

  private func sorted(_ notes: [NoteSummary]) -> [NoteSummary] {
    switch order {
    case .order: notes
    case .created: sorted(notes, by: \.created, >)
    case .edited: sorted(notes, by: \.edited, >)
    case .title:
      sorted(notes, by: { TitleKey($0.title) }, <)
    }
  }

  private func sorted<Key>(
    _ notes: [NoteSummary], by key: (NoteSummary) -> Key, _ precedes: (Key, Key) -> Bool
  ) -> [NoteSummary] {
    // Swift's sorting is stable.
    let sorted = notes.map { (note: $0, key: key($0)) }.sorted { precedes($0.key, $1.key) }
      .map(\.note)
    return sorted.filter(\.isPinned) + sorted.filter { !$0.isPinned }
  }
}
