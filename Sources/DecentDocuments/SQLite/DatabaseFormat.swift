// SPDX-License-Identifier: MIT

/// The marks and the tables of our databases.
///
/// SQLite keeps the application id and the version in the header of the file. The application id
/// distinguishes our files from the files of other programs. The version identifies the tables of
/// the file.
package struct DatabaseFormat: Sendable {
  /// The application id.
  package let applicationID: Int
  /// The application ids of earlier formats, whose version numbers are smaller.
  package let formerIDs: Set<Int>
  /// The version that is written, and the only one that can be read.
  package let version: Int
  /// The script that makes the tables in an empty database.
  package let schema: String

  /// Makes a format.
  package init(
    applicationID: Int, formerIDs: Set<Int> = [], version: Int, schema: String
  ) {
    self.applicationID = applicationID
    self.formerIDs = formerIDs
    self.version = version
    self.schema = schema
  }
}
