// SPDX-License-Identifier: MIT

import Synchronization

/// The revisions as pages are told them.
///
/// A bound of them is stored with the place of the library before a page is told one: after a crash,
/// the server knows a revision that no page is beyond.
final class ToldRevisions: Sendable {
  private let place: Mutex<ServePlace>
  private let folder: String
  /// The number that pages are told beyond each revision of the library.
  let offset: Int

  /// - Parameter folder: The folder in which the place is stored.
  init(of place: ServePlace, in folder: String) {
    self.place = Mutex(place)
    self.folder = folder
    offset = place.offset
  }

  /// The number that pages are told for a revision of the library. It is reserved.
  ///
  /// - Throws: The system's reason if it cannot be reserved. No page may be told then.
  func told(_ revision: Int) throws -> Int {
    try place.withLock { place in
      var reserved = place
      if reserved.reserve(revision) {
        try reserved.store(in: folder)
        place = reserved
      }
    }
    return revision + offset
  }

  /// The place to be stored when no page is told more.
  func end(at revision: Int) -> ServePlace {
    place.withLock { place in
      place.end(at: revision)
      return place
    }
  }
}
