// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The file of a database, read page by page without SQLite. This object finds rows that SQLite
/// does not find, because a page that leads to the rows is damaged.
///
/// Closing the file ends all locks that this process holds on the file, so this object must outlive
/// every connection to the file.
package final class DatabasePages {
  /// The division of a file into pages.
  package struct Layout: Equatable {
    /// The number of bytes of a page.
    package let size: Int
    /// The number of bytes of a page that may hold contents.
    package let usableSize: Int

    /// The layout of our databases.
    package static let usual = Layout(size: 4096, usableSize: 4096)
  }

  package let path: String
  /// The layout by which the file is read. At first, the layout that the file's header states, or
  /// the usual layout if the stated one is impossible.
  package var layout: Layout
  /// The application id, or nil if the file does not begin like a database.
  package let applicationID: Int?
  /// The version of the format; 0 if the file does not begin like a database.
  package let version: Int
  /// Whether SQLite reads and writes files of the format that the header states.
  package let isSupported: Bool

  private let file: FileHandle
  private var size = 0

  package static let headerSize = 100

  package init(of path: String) throws(DatabaseFailure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseFailure(systemError: errno, path: path) }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.path = path
    let header = Self.read(descriptor, Self.headerSize, at: 0) ?? []
    let isDatabase = header.starts(with: Array("SQLite format 3\0".utf8))
    let stated = isDatabase ? header.bigEndian(2, at: 16) ?? 0 : 0
    let size = stated == 1 ? 65536 : stated
    let isPossible = size >= 512 && size.nonzeroBitCount == 1
    layout =
      isPossible ? Layout(size: size, usableSize: size - min(Int(header[20]), 32)) : .usual
    applicationID = isDatabase ? header.bigEndian(4, at: 68) : nil
    version = isDatabase ? header.bigEndian(4, at: 60) ?? 0 : 0
    isSupported =
      isDatabase && header[18...19].allSatisfy { (1...2) ~= $0 } && header[47] <= 4
    try update()
  }

  /// Refuses a file whose header states another version of a format.
  ///
  /// - Returns: Whether the header states the application id of the format.
  func checkVersion(of format: DatabaseFormat) throws(DatabaseFailure) -> Bool {
    let isMarked = applicationID == format.applicationID
    let isOfFormer = applicationID.map(format.formerIDs.contains) ?? false
    guard isMarked || isOfFormer else { return false }
    if version > format.version {
      throw DatabaseFailure(code: .newer(found: version, supported: format.version), path: path)
    }
    if (1..<format.version).contains(version) {
      throw DatabaseFailure(code: .older(found: version, supported: format.version), path: path)
    }
    return isMarked
  }

  /// The number of pages of the file. An incomplete last page counts.
  package var count: Int { (size + layout.size - 1) / layout.size }

  /// Whether another process has the database open. SQLite then holds a lock on some of the 512
  /// bytes from 0x4000_0000 on. It never stores contents in these bytes.
  package var isInUse: Bool {
    var lock = flock()
    lock.l_type = .init(F_WRLCK)
    lock.l_whence = .init(SEEK_SET)
    (lock.l_start, lock.l_len) = (0x4000_0000, 512)
    return fcntl(file.fileDescriptor, F_GETLK, &lock) == 0 && lock.l_type != .init(F_UNLCK)
  }

  /// Reads the present size of the file.
  package func update() throws(DatabaseFailure) {
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0 else {
      throw DatabaseFailure(systemError: errno, path: path)
    }
    size = Int(status.st_size)
  }

  /// The bytes of a page. Pages are counted from 1. Nil if the file does not hold the whole page.
  package func page(_ number: Int) -> [UInt8]? {
    guard (1...max(1, count)).contains(number) else { return nil }
    return Self.read(file.fileDescriptor, layout.size, at: (number - 1) * layout.size)
  }

  /// Writes a copy of the file, under a name that must be free. An incomplete copy is removed.
  package func copy(to path: String) throws(DatabaseFailure) {
    let copy = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw DatabaseFailure(systemError: errno, path: path) }
    defer { close(copy) }
    do throws(DatabaseFailure) {
      try write(to: copy, at: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  private func write(to copy: Int32, at path: String) throws(DatabaseFailure) {
    var place = 0
    while let bytes = Self.read(file.fileDescriptor, layout.size, at: place, isWhole: false),
      !bytes.isEmpty
    {
      let written = pwrite(copy, bytes, bytes.count, off_t(place))
      guard written == bytes.count else {
        // A disk that fills up takes a part, and sets no error.
        throw DatabaseFailure(systemError: written < 0 ? errno : ENOSPC, path: path)
      }
      place += bytes.count
    }
    // A read returns no bytes if it fails, as well as at the end of the file.
    guard place >= size else { throw DatabaseFailure(code: .disk, path: self.path) }
    do {
      try SystemFiles().synchronize(path)
    } catch {
      throw DatabaseFailure(error)
    }
  }

  private static func read(
    _ file: Int32, _ size: Int, at place: Int, isWhole: Bool = true
  ) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, size, off_t(place)))
    }
    return isWhole && bytes.count < size ? nil : bytes
  }
}

extension [UInt8] {
  /// The big-endian number in the `size` bytes at a place; nil if the bytes reach beyond the end.
  package func bigEndian(_ size: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count - size else { return nil }
    return self[place..<(place + size)].reduce(0) { $0 << 8 | Int($1) }
  }
}
