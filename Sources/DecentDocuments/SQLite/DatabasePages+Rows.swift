// SPDX-License-Identifier: MIT

/// A row as it is stored in a file. The row does not name its table.
package struct StoredRow {
  /// The number of the page that holds the row.
  package let page: Int
  /// The key of the row. Nil in an index, and in a table without row ids.
  package let key: Int?
  /// The values of the row. The column of the key is null.
  package let values: [DatabaseValue]
  /// Whether all texts are UTF-8. Texts that are not have U+FFFD in place of invalid bytes.
  package let isSound: Bool
}

/// These calls read each page by itself, in the format of SQLite ("Database File Format",
/// sqlite.org). So a damaged page hides no other page. Freed pages hold no old rows, because SQLite
/// overwrites deleted rows (`PRAGMA secure_delete`).
extension DatabasePages {
  /// Calls `body` with each row that can be read.
  package func forEachRow(_ body: (StoredRow) -> Void) {
    var allowance = PageAllowance(each: 4 * layout.size)
    for number in 1...max(1, count) {
      guard let page = page(number) else { continue }
      let start = number == 1 ? Self.headerSize : 0
      guard let kind = Kind(rawValue: page[start]) else { continue }
      let pointers = start + (kind == .inner ? 12 : 8)
      guard let cells = page.bigEndian(2, at: start + 3) else { continue }
      for cell in 0..<min(cells, layout.usableSize / 2) {
        guard let place = page.bigEndian(2, at: pointers + 2 * cell),
          let row = row(of: page, number, at: place, kind, &allowance)
        else { continue }
        body(row)
      }
    }
  }

  /// The kinds of pages that hold rows.
  private enum Kind: UInt8 {
    /// An inner page of an index.
    case inner = 2
    /// A leaf page of an index.
    case index = 10
    /// A leaf page of a table.
    case table = 13
  }

  private func row(
    of page: [UInt8], _ number: Int, at place: Int, _ kind: Kind,
    _ allowance: inout PageAllowance
  ) -> StoredRow? {
    var reader = RowReader(page, at: place + (kind == .inner ? 4 : 0))
    guard let size = reader.varint(), size > 0, size <= count * page.count else { return nil }
    var key: Int?
    if kind == .table {
      guard let found = reader.varint() else { return nil }
      key = found
    }
    let local = localSize(of: size, kind)
    guard allowance.take(local, of: number), var payload = reader.bytes(local) else { return nil }
    if local < size {
      guard let next = reader.bigEndian(4),
        append(size - local, from: next, to: &payload, &allowance)
      else { return nil }
    }
    var reading = RowReader(payload)
    return reading.values().map { values in
      StoredRow(page: number, key: key, values: values, isSound: reading.isSound)
    }
  }

  /// The number of bytes of a row on its first page. Overflow pages hold the other bytes.
  private func localSize(of size: Int, _ kind: Kind) -> Int {
    let usableSize = layout.usableSize
    let most = kind == .table ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
    guard size > most else { return size }
    let least = (usableSize - 12) * 32 / 255 - 23
    let local = least + (size - least) % (usableSize - 4)
    return local <= most ? local : least
  }

  private func append(
    _ size: Int, from first: Int, to bytes: inout [UInt8], _ allowance: inout PageAllowance
  ) -> Bool {
    var (rest, next) = (size, first)
    while rest > 0 {
      let part = min(rest, layout.usableSize - 4)
      guard allowance.take(part, of: next), let page = page(next),
        let following = page.bigEndian(4, at: 0)
      else { return false }
      bytes += page[4..<(4 + part)]
      (rest, next) = (rest - part, following)
    }
    return true
  }
}

/// A limit to the bytes that are read from each page for rows: four times the size of the page. A
/// page holds parts of different rows, and may hold rows of an earlier state. Only damaged pages
/// that form a cycle would exceed the limit.
private struct PageAllowance {
  let each: Int
  private var taken: [Int: Int] = [:]

  init(each: Int) { self.each = each }

  mutating func take(_ size: Int, of page: Int) -> Bool {
    taken[page, default: 0] += size
    return taken[page, default: 0] <= each
  }
}

/// Reads the parts of a row from bytes that may hold anything.
private struct RowReader {
  private let source: [UInt8]
  private var place: Int
  /// Whether all texts read so far are UTF-8.
  private(set) var isSound = true

  init(_ source: [UInt8], at place: Int = 0) {
    self.source = source
    self.place = place
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, place >= 0, place <= source.count, count <= source.count - place else {
      return nil
    }
    defer { place += count }
    return Array(source[place..<(place + count)])
  }

  mutating func bigEndian(_ size: Int) -> Int? {
    guard let number = source.bigEndian(size, at: place) else { return nil }
    place += size
    return number
  }

  /// A number of one to nine bytes.
  mutating func varint() -> Int? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard source.indices.contains(place) else { return nil }
      let byte = source[place]
      place += 1
      if index == 8 { return Int(truncatingIfNeeded: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { break }
    }
    return Int(number)
  }

  /// SQLite's limit of the number of columns.
  private static let mostColumns = 32_767

  /// Decodes all bytes as the values of one row. Nil if the row is damaged.
  mutating func values() -> [DatabaseValue]? {
    guard let size = varint(), (0...source.count).contains(size) else { return nil }
    var header = self
    place = size
    var values: [DatabaseValue] = []
    while header.place < size {
      guard values.count < Self.mostColumns, let type = header.varint(), let value = value(of: type)
      else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func value(of type: Int) -> DatabaseValue? {
    switch type {
    case 0: return .null
    case 1...6:
      let size = [1, 2, 3, 4, 6, 8][type - 1]
      return bytes(size).map { bytes in
        let sign = bytes.first.map { $0 < 0x80 ? 0 : -1 } ?? 0
        return .integer(bytes.reduce(sign) { $0 << 8 | Int($1) })
      }
    case 7:
      return bytes(8).map { bytes in
        let number = Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
        // SQLite also reads NaN as NULL.
        return number.isNaN ? .null : .real(number)
      }
    case 8, 9: return .integer(type - 8)
    case 12... where type.isMultiple(of: 2): return bytes((type - 12) / 2).map { .blob($0) }
    case 13...:
      return bytes((type - 13) / 2).map { bytes in
        let text = String(validating: bytes, as: UTF8.self)
        if text == nil { isSound = false }
        return .text(text ?? String(decoding: bytes, as: UTF8.self))
      }
    default: return nil
    }
  }
}
