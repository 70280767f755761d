// SPDX-License-Identifier: MIT

import CSQLite
import DecentSync
import Foundation

/// A failure to open, read or write a database.
///
/// The failed operation changed nothing: a transaction is written whole or not at all.
public struct DatabaseFailure: Error, Equatable, Sendable {
  /// The kinds of failures, by their remedy.
  public enum Code: Equatable, Sendable {
    /// There is no file.
    case missing
    /// The file is there, and empty.
    case empty
    /// The file is not a database, or is a database of another program.
    case foreign
    /// A newer version of the software made the file.
    case newer(found: Int, supported: Int)
    /// An earlier version of the software made the file.
    case older(found: Int, supported: Int)
    /// Something other than the database changed the file or cut it short.
    case damaged
    /// So much of the file is damaged that nothing worth a repair can be read in it.
    case beyondRepair
    /// The file was moved, removed or replaced after this program opened it.
    case moved
    /// Another process holds the lock on the database for longer than this process waits.
    case busy
    /// The disk is full.
    case full
    /// This user may not read or write the file.
    case denied
    /// The disk failed.
    case disk
    /// Any other answer of the database, by its result code.
    case unexpected(resultCode: Int)
  }

  /// The kind of the failure.
  public let code: Code
  /// The database's file.
  public let path: String
  /// The database's own message, or an empty text if there is none.
  public let detail: String

  /// Makes the error.
  public init(code: Code, path: String, detail: String = "") {
    self.code = code
    self.path = path
    self.detail = detail
  }
}

extension DatabaseFailure {
  /// The error that a result code of SQLite stands for. For a failed read or write, `systemError`
  /// is the `errno` of the system.
  package init(resultCode: Int32, systemError: Int32 = 0, path: String, detail: String) {
    let isOfSystem = resultCode & 0xff == SQLITE_IOERR
    let isFull = isOfSystem && Self.code(ofSystemError: systemError) == .full
    // A missing table is damage, because no program of ours drops tables. SQLite has no result code
    // for a missing table.
    let lacksTable = resultCode == SQLITE_ERROR && detail.hasPrefix("no such table: ")
    let code: Code = isFull ? .full : lacksTable ? .damaged : Self.code(of: resultCode)
    self.init(code: code, path: path, detail: detail)
  }

  /// The error that an `errno` of the system stands for.
  package init(systemError: Int32, path: String) {
    self.init(
      code: Self.code(ofSystemError: systemError), path: path,
      detail: String(cString: strerror(systemError)))
  }

  /// The error that a failed call to the file system stands for.
  package init(_ failure: SystemCallFailure) {
    self.init(systemError: failure.code, path: failure.path)
  }

  /// The error that a failure to make a folder stands for.
  init(_ error: any Error, making folder: String) {
    let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
    self.init(code: isFull ? .full : .denied, path: folder, detail: error.localizedDescription)
  }

  /// Whether the cause lies outside the file, so that the failed call may succeed later. Such a
  /// failure tells neither that the file is damaged nor that it is sound.
  package var isOfSurroundings: Bool {
    switch code {
    case .busy, .full, .denied, .disk, .moved: true
    case .unexpected(let resultCode):
      [SQLITE_NOMEM, SQLITE_INTERRUPT, SQLITE_PROTOCOL].contains(Int32(resultCode & 0xff))
    default: false
    }
  }

  private static func code(ofSystemError systemError: Int32) -> Code {
    switch systemError {
    case ENOSPC, EDQUOT: .full
    case EIO: .disk
    default: .denied
    }
  }

  private static func code(of resultCode: Int32) -> Code {
    switch resultCode & 0xff {
    case SQLITE_CORRUPT: .damaged
    case SQLITE_NOTADB: .foreign
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .denied
    case SQLITE_IOERR: .disk
    default: .unexpected(resultCode: Int(resultCode))
    }
  }
}

extension DatabaseFailure: CustomStringConvertible {
  public var description: String {
    let file = path.withControlsEscaped
    return detail.isEmpty ? "\(file) \(meaning)" : "\(file) \(meaning) (\(detail))"
  }

  private var meaning: String {
    switch code {
    case .missing:
      "is not there"
    case .empty:
      """
      is empty, which no library is: something cut it off. It was left as it is. Restore it from \
      a backup, or move it away and sync a new library with a remote
      """
    case .foreign:
      """
      is not a library, or was overwritten. It was left as it is. Choose another folder; or, if it \
      once was a library, restore it from a backup, or save what can be read of it (decent check \
      --repair, for notes)
      """
    case .newer(let found, let supported):
      """
      is a library of format \(found), and this version reads format \(supported). It was left as \
      it is. Update the program
      """
    case .older(let found, let supported):
      """
      is a library of format \(found), and this version reads format \(supported). It was left as \
      it is. Export its content with the program that made it, and import that into a new library \
      (decent export and decent import, for notes)
      """
    case .damaged:
      """
      is damaged. It was left as it is. Restore it from a backup, move it away and sync a new \
      library with a remote, or save what can be read of it (decent check --repair, for notes)
      """
    case .beyondRepair:
      """
      is not a library, or is damaged beyond repair. It was left as it is. Restore it \
      from a backup, or move it away and sync a new library with a remote
      """
    case .moved:
      """
      was moved, removed or replaced while this program had it open; nothing was changed. Start the program \
      again to use what is there now
      """
    case .busy:
      "is in use by another program for too long; try again when that has ended"
    case .full:
      "could not be written: the disk is full. Make room and try again; nothing was changed"
    case .denied:
      "may not be opened or written; check the permissions of the file and of its folder"
    case .disk:
      "could not be read or written: the disk failed. Check the disk and try again"
    case .unexpected(let resultCode):
      "could not be used: the database answered \(resultCode)"
    }
  }
}
