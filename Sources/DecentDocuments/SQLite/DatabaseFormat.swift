// SPDX-License-Identifier: MIT

/// The marks of a database of ours, and its tables.
///
/// SQLite keeps both numbers in the header of the file. The application id
/// tells our files from those of other programs. The version tells the contents
/// of the file.
package struct DatabaseFormat: Sendable {
  /// The application id.
  package let applicationID: Int
  /// The version written, and the newest that can be read.
  package let version: Int
  /// Makes the tables of an empty database.
  package let schema: String
  /// Brings a database of an older version up to this one. The function gets
  /// that version, and runs in a transaction, after which the database has the
  /// new version.
  package let migrate: @Sendable (Database, _ version: Int) throws -> Void

  /// Makes a format.
  package init(
    applicationID: Int, version: Int, schema: String,
    migrate: @escaping @Sendable (Database, _ version: Int) throws -> Void = { _, _ in }
  ) {
    self.applicationID = applicationID
    self.version = version
    self.schema = schema
    self.migrate = migrate
  }
}
