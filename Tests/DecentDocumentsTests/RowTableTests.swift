// SPDX-License-Identifier: MIT

import RowStoreLaws
import TestInputs
import Testing

@testable import DecentDocuments

@Suite struct RowTableTests {
  @Test(arguments: RowStoreLaws<RowTable>.names)
  func rowsInADatabaseKeepTheLaw(name: String) throws {
    let folder = try TemporaryFolder()
    var count = 0
    try RowStoreLaws {
      count += 1
      let path = folder.path("\(count).sqlite")
      let format = DatabaseFormat(applicationID: 1, version: 1, schema: RowTable.schema)
      try Database.create(at: path, format: format)
      return RowTable(database: try Database.open(at: path, format: format))
    }.check(name)
  }
}
