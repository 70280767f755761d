// SPDX-License-Identifier: MIT

/// The table or index that a page belongs to.
extension DatabasePages {
  /// The names of tables and indexes, by the numbers of the pages that hold their rows. A page is
  /// left out if the schema, or a page between the table's root and this page, cannot be read.
  package func owners() -> [Int: String] {
    var roots: [(page: Int, name: String)] = []
    forEachRow { row in
      guard row.key != nil, row.values.count == 5, ["table", "index"].contains(row.values[0]),
        case .text(let name) = row.values[1], case .integer(let root) = row.values[3]
      else { return }
      roots.append((root, name))
    }
    var owners: [Int: String] = [:]
    for root in roots {
      let family = kind(of: root.page).map(Self.isOfIndex)
      var pages = [root.page]
      while let page = pages.popLast() {
        // A damaged page number may lead into another table.
        guard owners[page] == nil, let kind = kind(of: page), Self.isOfIndex(kind) == family
        else { continue }
        owners[page] = root.name
        if kind == 2 || kind == 5 { pages += pagesBelow(page) }
      }
    }
    return owners
  }

  /// The kind of a page: 2 and 10 are pages of an index or of a table without row ids, 5 and 13 are
  /// pages of any other table. Nil for any other page.
  private func kind(of page: Int) -> UInt8? {
    guard page > 0, let kind = self.page(page)?[page == 1 ? Self.headerSize : 0] else { return nil }
    return [2, 5, 10, 13].contains(kind) ? kind : nil
  }

  private static func isOfIndex(_ kind: UInt8) -> Bool { kind == 2 || kind == 10 }

  /// The numbers of the pages below an inner page.
  private func pagesBelow(_ number: Int) -> [Int] {
    guard let page = page(number), let cells = page.bigEndian(2, at: 3) else { return [] }
    return (0..<min(cells, layout.usableSize / 2)).compactMap { cell in
      page.bigEndian(2, at: 12 + 2 * cell).flatMap { page.bigEndian(4, at: $0) }
    } + [page.bigEndian(4, at: 8)].compactMap(\.self)
  }
}
