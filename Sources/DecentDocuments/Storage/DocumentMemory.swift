// SPDX-License-Identifier: MIT

import DecentSync

/// Documents that were read or written last, as they stand: to read one again takes decoding it, and
/// replaying what devices did at once.
///
/// A revision tells whether a document is as it was, unless something was undone or another
/// connection wrote: then its number may have been given again. Each connection has a memory of its
/// own.
package final class DocumentMemory {
  /// A document with what reading it told.
  struct Kept<Content> {
    var content: Content
    var baseSize: Int
  }

  /// When a revision's number means one state.
  private struct Moment: Equatable {
    let undone: Int
    let outside: Int

    init(of database: Database) throws(DatabaseFailure) {
      undone = database.work.undone
      outside = try database.outsideVersion()
    }
  }

  private struct Entry {
    let name: DocumentID
    let origin: PreparedDocument.Origin
    let document: Any
    let size: Int
  }

  /// The most documents, and the most bytes that they have as they are stored.
  private static let (mostDocuments, mostBytes) = (16, 16 << 20)

  /// The one that was used last stands last.
  private var entries: [Entry] = []
  private var moment: Moment?

  package init() {}

  /// Takes a document out: who changes it need not copy it.
  ///
  /// - Returns: Nil if it is not there as it was stored last.
  func take<Content>(
    _ name: DocumentID, at origin: PreparedDocument.Origin, in database: Database
  ) throws(DatabaseFailure) -> Kept<Content>? {
    try forgetIfUndone(in: database)
    guard let place = entries.firstIndex(where: { $0.name == name }) else { return nil }
    let entry = entries.remove(at: place)
    return entry.origin == origin ? entry.document as? Kept<Content> : nil
  }

  /// Keeps a document as it is stored.
  func keep<Content>(
    _ document: Kept<Content>, as name: DocumentID, at origin: PreparedDocument.Origin,
    in database: Database
  ) throws(DatabaseFailure) {
    try forgetIfUndone(in: database)
    entries.removeAll { $0.name == name }
    entries.append(
      Entry(name: name, origin: origin, document: document, size: document.baseSize))
    var bytes = entries.reduce(0) { $0 + $1.size }
    while entries.count > Self.mostDocuments || bytes > Self.mostBytes {
      bytes -= entries.removeFirst().size
    }
  }

  /// Forgets a document that is removed: another may get its key and revision.
  func forget(_ key: Int) {
    entries.removeAll { $0.origin.key == key }
  }

  private func forgetIfUndone(in database: Database) throws(DatabaseFailure) {
    let now = try Moment(of: database)
    if now != moment { entries.removeAll() }
    moment = now
  }
}
