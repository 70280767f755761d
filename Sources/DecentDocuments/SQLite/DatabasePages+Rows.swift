// SPDX-License-Identifier: MIT

/// A row as it stands in a file. Only its form tells which table it is of.
package struct StoredRow {
  /// The key of the row. Nil in an index, and in a table without such keys.
  package let key: Int?
  /// The values of the row. The column of the key is null.
  package let values: [DatabaseValue]
}

/// Rows are found by looking at each page by itself ("Database File Format",
/// sqlite.org), so that a damaged page hides no other. Freed pages are no
/// hindrance, for SQLite overwrites deleted rows (`PRAGMA secure_delete`).
extension DatabasePages {
  /// Calls `body` with each row that can be read.
  package func forEachRow(_ body: (StoredRow) -> Void) {
    for number in 1...max(1, count) {
      guard let page = page(number) else { continue }
      let start = number == 1 ? Self.headerSize : 0
      guard let kind = Kind(rawValue: page[start]) else { continue }
      let pointers = start + (kind == .inner ? 12 : 8)
      guard let cells = page.bigEndian(2, at: start + 3) else { continue }
      for cell in 0..<min(cells, layout.usableSize / 2) {
        guard let place = page.bigEndian(2, at: pointers + 2 * cell),
          let row = row(of: page, at: place, kind)
        else { continue }
        body(row)
      }
    }
  }

  /// The pages that hold rows.
  private enum Kind: UInt8 {
    /// An inner page of an index.
    case inner = 2
    /// A last page of an index.
    case index = 10
    /// A last page of a table.
    case table = 13
  }

  private func row(of page: [UInt8], at place: Int, _ kind: Kind) -> StoredRow? {
    var reader = RowReader(page, at: place + (kind == .inner ? 4 : 0))
    guard let size = reader.varint(), size > 0, size <= count * page.count else { return nil }
    var key: Int?
    if kind == .table {
      guard let found = reader.varint() else { return nil }
      key = found
    }
    let local = localSize(of: size, kind)
    guard var payload = reader.bytes(local) else { return nil }
    if local < size {
      guard let next = reader.bigEndian(4), append(size - local, from: next, to: &payload) else {
        return nil
      }
    }
    return RowReader.values(of: payload).map { StoredRow(key: key, values: $0) }
  }

  /// The number of bytes of a row that stand on its own page.
  private func localSize(of size: Int, _ kind: Kind) -> Int {
    let usableSize = layout.usableSize
    let most = kind == .table ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
    guard size > most else { return size }
    let least = (usableSize - 12) * 32 / 255 - 23
    let local = least + (size - least) % (usableSize - 4)
    return local <= most ? local : least
  }

  private func append(_ size: Int, from first: Int, to bytes: inout [UInt8]) -> Bool {
    var (rest, next) = (size, first)
    while rest > 0 {
      guard next > 0, let page = page(next), let following = page.bigEndian(4, at: 0) else {
        return false
      }
      let part = min(rest, layout.usableSize - 4)
      bytes += page[4..<(4 + part)]
      (rest, next) = (rest - part, following)
    }
    return true
  }
}

/// Reads the parts of a row from bytes that may hold anything.
private struct RowReader {
  private let source: [UInt8]
  package private(set) var place: Int

  package init(_ source: [UInt8], at place: Int = 0) {
    self.source = source
    self.place = place
  }

  package mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, place >= 0, place <= source.count, count <= source.count - place else {
      return nil
    }
    defer { place += count }
    return Array(source[place..<(place + count)])
  }

  package mutating func bigEndian(_ size: Int) -> Int? {
    guard let number = source.bigEndian(size, at: place) else { return nil }
    place += size
    return number
  }

  /// A number of one to nine bytes. Nil if it is negative, which no number here is.
  package mutating func varint() -> Int? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard source.indices.contains(place) else { return nil }
      let byte = source[place]
      place += 1
      if index == 8 { return Int(exactly: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { break }
    }
    return Int(exactly: number)
  }

  /// The values of a row. Nil if the row is damaged, or holds a value of a kind
  /// that no row of ours does.
  package static func values(of row: [UInt8]) -> [DatabaseValue]? {
    var header = RowReader(row)
    guard let size = header.varint(), size <= row.count else { return nil }
    var body = RowReader(row, at: size)
    var values: [DatabaseValue] = []
    while header.place < size {
      guard let type = header.varint(), let value = body.value(of: type) else { return nil }
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
    case 8, 9: return .integer(type - 8)
    case 12... where type.isMultiple(of: 2): return bytes((type - 12) / 2).map { .blob($0) }
    case 13...:
      return bytes((type - 13) / 2).flatMap { String(validating: $0, as: UTF8.self) }
        .map { .text($0) }
    default: return nil
    }
  }
}
