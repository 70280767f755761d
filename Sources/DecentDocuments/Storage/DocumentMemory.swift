// SPDX-License-Identifier: MIT

import DecentSync

/// The documents that were read or written last, decoded. Reading a document from the file means to
/// decode it, and to replay its concurrent edits.
///
/// A document is unchanged as long as its revision is unchanged. The memory forgets all documents
/// when one revision may stand for two states: after a transaction was rolled back, and after a
/// change by another connection, which may have restored an earlier state. Each connection has a
/// memory of its own.
package final class DocumentMemory {
  /// A decoded document, with the unpacked size of its base in bytes.
  struct Kept<Content> {
    var content: Content
    var baseSize: Int
    /// The time when the document was decoded, in milliseconds since 1970.
    var decoded: UInt64
  }

  /// A period in which each revision stands for one state.
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
    /// The document as sync opened it, with its decoded versions.
    var open: OpenDocument?
  }

  /// The most documents that are kept, and the most bytes of their unpacked bases.
  private static let (mostDocuments, mostBytes) = (16, 16 << 20)

  /// The kept documents, in the order of their last use, the latest last.
  private var entries: [Entry] = []
  private var moment: Moment?
  /// The number of the transaction in which the moment was last read from the database.
  private var asked: Int?

  package init() {}

  /// Whether a document is kept in some state.
  func holds(_ name: DocumentID) -> Bool { entries.contains { $0.name == name } }

  /// Takes a document out, so that changing it copies nothing.
  ///
  /// - Returns: The document; nil unless the memory holds the stored state `origin`.
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

  /// The document as sync opened it last; nil if the document was changed since, or is not kept.
  func opened(
    _ name: DocumentID, at origin: PreparedDocument.Origin, in database: Database
  ) throws(DatabaseFailure) -> OpenDocument? {
    try forgetIfUndone(in: database)
    guard let place = entries.firstIndex(where: { $0.name == name && $0.origin == origin }),
      let open = entries[place].open, !open.isChanged
    else { return nil }
    entries.append(entries.remove(at: place))
    return open
  }

  /// Keeps a document as sync opened it, as long as the memory holds the document itself.
  func keep(_ open: OpenDocument, at origin: PreparedDocument.Origin) {
    guard let place = entries.lastIndex(where: { $0.name == open.id && $0.origin == origin })
    else { return }
    entries[place].open = open
  }

  private func forgetIfUndone(in database: Database) throws(DatabaseFailure) {
    // A transaction does not see changes by other connections.
    let transaction = database.isInTransaction ? database.work.number : nil
    if let transaction, transaction == asked, database.work.undone == moment?.undone { return }
    let now = try Moment(of: database)
    if now != moment { entries.removeAll() }
    (moment, asked) = (now, transaction)
  }
}
