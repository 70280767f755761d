// SPDX-License-Identifier: MIT

/// The form of a table's rows, by which the rows of a damaged file are read. If the table of a row
/// is unknown, the row is recognised by its form.
struct TableForm {
  private struct Column {
    let type: String
    let isRequired: Bool
    /// The value of this column in rows that were written before the column was added.
    let added: DatabaseValue
    let isKey: Bool

    /// Whether SQLite reads integers of this column as fractions: it stores whole numbers in a
    /// column of fractions as integers ("Datatypes in SQLite", sqlite.org).
    var hasFractions: Bool {
      !["INT", "CHAR", "CLOB", "TEXT", "BLOB"].contains(where: type.contains)
        && ["REAL", "FLOA", "DOUB"].contains(where: type.contains)
    }

    /// A stored value as SQLite reads it from this column.
    func reading(_ value: DatabaseValue) -> DatabaseValue {
      if case .integer(let whole) = value, hasFractions { .real(Double(whole)) } else { value }
    }
  }

  /// Whether the table is a shadow table, a part of a virtual table.
  let isPart: Bool
  private let columns: [Column]
  /// Whether each row has an integer key, its row id.
  private let hasKeys: Bool
  /// The columns, in the order in which a stored row has their values.
  private let order: [Int]

  /// The forms of all tables of a database, by table name. Virtual tables are left out: they have
  /// no rows of their own.
  static func all(in database: Database) throws(DatabaseFailure) -> [String: TableForm] {
    let tables = try database.rows(
      """
      SELECT name, wr, type FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
      """
    ) { row throws(DatabaseFailure) in
      (name: try row.text(at: 0), hasKeys: row.integer(at: 1) == 0, type: try row.text(at: 2))
    }
    var forms: [String: TableForm] = [:]
    for table in tables {
      forms[table.name] = try TableForm(
        of: table.name, hasKeys: table.hasKeys, isPart: table.type == "shadow", in: database)
    }
    return forms
  }

  private init(
    of name: String, hasKeys: Bool, isPart: Bool, in database: Database
  ) throws(DatabaseFailure) {
    let rows = try database.rows(
      "SELECT type, \"notnull\", dflt_value, pk FROM pragma_table_info(?) ORDER BY cid", .text(name)
    ) { row throws(DatabaseFailure) in
      (
        type: try row.text(at: 0).uppercased(), isRequired: row.integer(at: 1) != 0,
        added: try row.text(at: 2), key: row.integer(at: 3)
      )
    }
    let keyLength = rows.count { $0.key > 0 }
    var columns: [Column] = []
    for row in rows {
      let added = try database.row("SELECT \(row.added.isEmpty ? "NULL" : row.added)") {
        $0.value(at: 0) ?? .null
      }
      columns.append(
        Column(
          type: row.type, isRequired: row.isRequired, added: added ?? .null,
          isKey: hasKeys && keyLength == 1 && row.key == 1 && row.type == "INTEGER"))
    }
    (self.columns, self.hasKeys, self.isPart) = (columns, hasKeys, isPart)
    // A row without a row id begins with the columns of the primary key.
    let keys = rows.indices.filter { rows[$0].key > 0 }.sorted { rows[$0].key < rows[$1].key }
    order = hasKeys ? Array(rows.indices) : keys + rows.indices.filter { rows[$0].key == 0 }
  }

  /// The values of a row of this table, by column; nil if the row cannot belong to this table.
  func values(of row: StoredRow) -> [DatabaseValue]? {
    guard (row.key != nil) == hasKeys, !row.values.isEmpty, row.values.count <= columns.count
    else { return nil }
    var values = columns.map(\.added)
    for (column, value) in zip(order, row.values) { values[column] = value }
    guard let key = row.key, let column = columns.firstIndex(where: \.isKey) else { return values }
    guard values[column] == .null else { return nil }
    values[column] = .integer(key)
    return values
  }

  /// The values of a row of this table as SQLite reads them.
  func reading(_ values: [DatabaseValue]) -> [DatabaseValue] {
    zip(columns, values).map { $0.reading($1) }
  }

  /// Whether a row whose table is unknown may belong to this table.
  func mayHold(_ row: StoredRow) -> Bool {
    guard row.values.count == columns.count, let values = values(of: row) else { return false }
    return zip(columns, values).allSatisfy { column, value in
      switch value {
      case .null: !column.isRequired
      case .integer: !["TEXT", "CHAR", "BLOB"].contains(where: column.type.contains)
      case .real: !["TEXT", "CHAR", "BLOB", "INT"].contains(where: column.type.contains)
      case .text: !["INT", "BLOB", "REAL"].contains(where: column.type.contains)
      case .blob: !["INT", "CHAR", "TEXT", "REAL"].contains(where: column.type.contains)
      }
    }
  }
}
