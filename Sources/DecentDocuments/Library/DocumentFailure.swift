// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The reason why a library of documents refused a call. Nothing was changed.
public enum DocumentFailure: Error, Equatable, Sendable {
  /// There is no document of that id.
  case unknownDocument(UUID, kind: String)
  /// There is a document of that id already.
  case documentExists(UUID, kind: String)
  /// The value to be added has the id of a removed document, and holds only edits that the removing
  /// devices had seen.
  case removedDocument(UUID, kind: String)
  /// No step of the document is left to undo. Only edits through
  /// ``DocumentCollection/recordingSteps(atMost:)`` are steps.
  case nothingToUndo(UUID, kind: String)
  /// No step of the document is left to redo: none was undone, or an edit made here ended redoing.
  case nothingToRedo(UUID, kind: String)
  /// The value to be added holds no edit.
  case nothingWritten(kind: String)
  /// A document was to be moved before or after itself.
  case movedBesideItself(UUID, kind: String)
  /// The stored bytes of a document cannot be read.
  case damagedDocument(UUID, kind: String, path: String, reason: String)
  /// A newer version of the app wrote a document, which this version cannot read.
  case newerDocument(UUID, kind: String, reason: String)
  /// The bytes of a document are sound, but its type cannot decode them, for example because they
  /// lack a property that is not Optional. The type must be corrected: no repair changes the
  /// document.
  case unfitDocument(UUID, kind: String, reason: String)
  /// The sync state of a remote cannot be read, for example after a flipped bit on the disk. A nil
  /// remote stands for the state that all remotes share. After
  /// ``DocumentLibrary/repair(keepingDamagedIn:putsAside:)``, the next sync reads remotes again.
  case damagedSyncState(of: RemoteName?, path: String, reason: String)
  /// Two types of documents have the same kind.
  case kindTaken(String, by: String, wanted: String)
  /// Two types of indexes have the same name, or an index has the name of the app's own tables.
  case indexTaken(String, by: String, wanted: String)
  /// A call tried to change the library within `reading`, or while a document was edited or rows
  /// were read.
  case editWithinEdit
  /// The call was made in a transaction that had already ended by an earlier failure. Nothing of
  /// the transaction is stored.
  case transactionEnded
  /// A newer version of the app made the tables of an index, or the app's own tables.
  case newerIndex(name: String, found: Int, supported: Int)
  /// The database does not understand a statement of the app, or the statement is not allowed.
  case badStatement(String, reason: String)
  /// A row holds NULL in a column from which a value was read. If the column's name is nil, the row
  /// has no such column.
  case nullColumn(Int, name: String?, wanted: String)
  /// A row holds text that is no id in a column from which an id was read.
  case noID(Int, name: String?, text: String)
}

extension Error {
  /// Whether the stored bytes of a document cannot be read.
  var isOfUnreadableDocument: Bool {
    switch self as? DocumentFailure {
    case .damagedDocument, .newerDocument, .unfitDocument: true
    default: self is DamagedDocument
    }
  }

  /// Whether a row of an app's table is damaged, or the page of the file that holds the row.
  var isOfDamagedRow: Bool {
    switch self as? DocumentFailure {
    case .nullColumn, .noID: true
    default: (self as? DatabaseFailure)?.code == .damaged
    }
  }
}

extension DocumentFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownDocument(let id, let kind):
      "\(kind) with the id \(id.text) is not here: it was removed, or never added"
    case .documentExists(let id, let kind):
      "there is \(kind) with the id \(id.text) already; edit it instead"
    case .removedDocument(let id, let kind):
      """
      \(kind) with the id \(id.text) was removed, with all that this one holds; \
      add it under another id, or change it before it is added
      """
    case .nothingToUndo(let id, let kind):
      """
      \(kind) with the id \(id.text) has no recorded edit left to undo; edits are recorded only \
      through a collection's `recordingSteps()`, so make them through that
      """
    case .nothingToRedo(let id, let kind):
      """
      \(kind) with the id \(id.text) has no undone edit left to redo; an edit made here after an \
      undo ends redoing
      """
    case .nothingWritten(let kind):
      """
      nobody wrote anything into \(kind) yet, and such a document is the same as none; set \
      something in it before it is added
      """
    case .movedBesideItself(let id, let kind):
      """
      \(kind) with the id \(id.text) cannot be moved beside itself; move it beside \
      another one
      """
    case .damagedDocument(let id, let kind, let path, let reason):
      """
      \(kind) with the id \(id.text) in \(path.withControlsEscaped) cannot be \
      read: \(reason). Nothing was changed. Restore the file from a backup, or move it away and \
      sync a new one
      """
    case .newerDocument(let id, let kind, let reason),
      .unfitDocument(let id, let kind, let reason):
      """
      \(kind) with the id \(id.text) cannot be read here: \(reason). \
      Nothing was changed
      """
    case .damagedSyncState(let remote, let path, let reason):
      """
      what \(path.withControlsEscaped) knows of \
      \(remote.map { "the remote '\($0.text.withControlsEscaped)'" } ?? "its remotes") cannot be read: \
      \(reason). Repair the library, and the next sync reads it anew
      """
    case .kindTaken(let kind, let known, let wanted):
      """
      \(wanted) and \(known) are both of the kind \(kind); it tells which type the saved bytes are \
      of, so give one of them another
      """
    case .indexTaken(let name, let known, let wanted):
      """
      \(wanted) and \(known) are both called '\(name)', under which the library keeps what their \
      tables know; give one of them another name
      """
    case .editWithinEdit:
      """
      a document is being edited or rows are being read, and nothing can be changed meanwhile; \
      make one edit after the other, in a transaction if they belong together
      """
    case .transactionEnded:
      """
      a failure before this ended the transaction, and nothing of it is stored; leave the \
      transaction, and begin it anew
      """
    case .newerIndex(let name, let found, let supported):
      """
      the index or the tables '\(name)' are of version \(found), and this app knows them up to \(supported); \
      update the app
      """
    case .badStatement(let sql, let reason):
      "the database does not run '\(sql)': \(reason)"
    case .nullColumn(let column, let name?, let wanted):
      """
      the column \(column), '\(name)', holds NULL where \(wanted)(at:) reads; read a column that may hold it by \
      \(wanted)IfPresent(at:)
      """
    case .nullColumn(let column, nil, let wanted):
      "\(wanted)(at: \(column)) reads a column that the row does not have; columns are counted from 0"
    case .noID(let column, let name, let text):
      """
      the column \(column), '\((name ?? "").withControlsEscaped)', holds '\(String(text.prefix(64)).withControlsEscaped)' \
      where an id is read; write ids by .id(_:)
      """
    }
  }
}
