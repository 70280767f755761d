// SPDX-License-Identifier: MIT

import CSQLite
import Foundation
import Synchronization

/// A disk with room for a number of SQLite's writes to the files of one folder. Writes to other
/// folders always succeed.
package final class FillingDisk: Sendable {
  private let folder: String

  /// - Parameter writes: The number of writes there is room for.
  package init(at folder: String, roomFor writes: Int) {
    self.folder = folder
    Self.rooms.withLock { $0[folder] = writes }
    _ = Self.isWatching
  }

  deinit {
    _ = Self.rooms.withLock { $0.removeValue(forKey: folder) }
  }

  /// The numbers of writes left, by folder.
  private static let rooms = Mutex<[String: Int]>([:])
  /// The folders of open files, by the addresses of their tables of functions.
  private static let files = Mutex<[UInt: String]>([:])

  // Written once, before anything can read them.
  nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)
  nonisolated(unsafe) private static var systemFile = sqlite3_io_methods()

  /// Makes SQLite open all files through this disk.
  private static let isWatching: Bool = {
    guard let system else { return false }
    let disk = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    disk.initialize(to: system.pointee)
    disk.pointee.zName = UnsafePointer(strdup("filling"))
    disk.pointee.pNext = nil
    disk.pointee.xOpen = { _, name, file, flags, outFlags in
      guard let system = FillingDisk.system else { return SQLITE_CANTOPEN }
      let status = system.pointee.xOpen(system, name, file, flags, outFlags)
      if status == SQLITE_OK, let name, let file {
        FillingDisk.watch(file, String(cString: name))
      }
      return status
    }
    return sqlite3_vfs_register(disk, 1) == SQLITE_OK
  }()

  private static func watch(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    let folder = rooms.withLock { rooms in rooms.keys.first { path.hasPrefix($0 + "/") } }
    guard let folder, let methods = file.pointee.pMethods else { return }
    let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    own.initialize(to: methods.pointee)
    files.withLock { files in
      files[UInt(bitPattern: own)] = folder
      // The system writes all files alike; only those of databases have shared memory.
      if methods.pointee.xShmMap != nil || systemFile.xWrite == nil { systemFile = methods.pointee }
    }
    own.pointee.xWrite = { file, bytes, count, place in
      guard FillingDisk.takeRoom(file) else { return SQLITE_FULL }
      return FillingDisk.systemFile.xWrite(file, bytes, count, place)
    }
    own.pointee.xShmMap = { file, page, size, isExtending, place in
      // SQLITE_IOERR_SHMSIZE
      guard isExtending == 0 || FillingDisk.takeRoom(file) else { return SQLITE_IOERR | 19 << 8 }
      return FillingDisk.systemFile.xShmMap(file, page, size, isExtending, place)
    }
    file.pointee.pMethods = UnsafePointer(own)
  }

  private static func takeRoom(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Bool {
    guard let file, let methods = file.pointee.pMethods,
      let folder = files.withLock({ $0[UInt(bitPattern: methods)] })
    else { return true }
    let hasRoom = rooms.withLock { rooms in
      guard let left = rooms[folder] else { return true }
      rooms[folder] = max(0, left - 1)
      return left > 0
    }
    if !hasRoom { errno = ENOSPC }
    return hasRoom
  }
}
