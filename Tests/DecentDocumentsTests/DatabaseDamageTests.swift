// SPDX-License-Identifier: MIT

import CSQLite
import TestInputs
import Testing

@testable import DecentDocuments

/// Interrupts a connection once, after a number of steps.
private final class Interruption {
  private(set) var stepsLeft: Int

  init(of database: Database, after steps: Int) {
    stepsLeft = steps
    sqlite3_progress_handler(
      database.handle, 8,
      { context in
        guard let context else { return 0 }
        let this = Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue()
        this.stepsLeft -= 1
        return this.stepsLeft == 0 ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

/// Checks of a file for damage, and repairs of its indexes.
@Suite struct DatabaseDamageTests {
  private let folder: TemporaryFolder
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path("one.sqlite")
    try Database.create(at: path, format: .documents)
    database = try Database.open(at: path, format: .documents)
  }

  /// Takes a delta from its table, and leaves it in the index.
  private func loseDelta() throws {
    try database.execute(
      script: """
        INSERT INTO documents VALUES (1, 'a', 1), (2, 'b', 2);
        INSERT INTO deltas (document, content) VALUES (1, x'00'), (2, x'01');
        CREATE TEMP TABLE known AS SELECT name, sql FROM sqlite_schema
        WHERE name = 'deltas_by_document';
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = sql || ' WHERE document < 0'
        WHERE name = 'deltas_by_document';
        PRAGMA writable_schema = RESET;
        DELETE FROM deltas WHERE document = 1;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = (SELECT sql FROM known)
        WHERE name = 'deltas_by_document';
        PRAGMA writable_schema = RESET;
        """)
  }

  /// A rebuild of the index would hide that the table lacks a row.
  @Test func anInterruptionIsTakenForNoAnswer() throws {
    try loseDelta()
    #expect(try !database.findDamage().isEmpty)
    var steps = 0
    while true {
      steps += 1
      let interruption = Interruption(of: database, after: steps)
      let failure = try #require(throws: DatabaseFailure.self) { try database.repairIndexes() }
      sqlite3_progress_handler(database.handle, 0, nil, nil)
      if interruption.stepsLeft > 0 {
        #expect(failure.code == .damaged)
        break
      }
      #expect(failure.code == .unexpected(resultCode: Int(SQLITE_INTERRUPT)), "after \(steps)")
    }
    #expect(steps > 10)
  }

  @Test func aPageThatTheDiskFailsForIsNoDamage() {
    func code(_ number: Int32) -> DatabaseFailure.Code? {
      database.failure(in: "Tree 2 page 3: unable to get the page. error code=\(number)")?.code
    }
    #expect(code(SQLITE_IOERR) == .disk)
    #expect(code(SQLITE_NOMEM) == .unexpected(resultCode: Int(SQLITE_NOMEM)))
    #expect(code(SQLITE_CORRUPT) == nil)
    #expect(database.failure(in: "row 3 missing from index bases_by_name") == nil)
  }
}
