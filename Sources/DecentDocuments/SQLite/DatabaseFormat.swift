// SPDX-License-Identifier: MIT

/// What a database of ours is known by, and the tables it has.
///
/// SQLite keeps both numbers in the header of the file: the application id
/// tells our files from those of other programs, the version tells what to
/// expect in them.
package struct DatabaseFormat: Sendable {
  /// The application id.
  package let applicationID: Int
  /// The version written, and the newest that can be read.
  package let version: Int
  /// Makes the tables of an empty database.
  package let schema: String
  /// Brings a database of an older version, which is given, up to this one. It
  /// runs in a transaction, after which the database has the new version.
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
