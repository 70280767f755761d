// SPDX-License-Identifier: MIT

import RowStoreLaws
import Testing

@testable import DecentNotes

@Suite struct RowTableTests {
  @Test(arguments: RowStoreLaws<RowTable>.names)
  func rowsInADatabaseKeepTheLaw(name: String) throws {
    let folder = try TemporaryFolder()
    var count = 0
    try RowStoreLaws {
      count += 1
      return try Library(openingOrCreating: folder.path("\(count)")).rows
    }.check(name)
  }
}
