// SPDX-License-Identifier: MIT

import DecentDocuments

/// The port at which a library is served, and the id by which pages know the library.
///
/// A browser finds its copy of a notebook by the port and the id. The library keeps the two in its
/// database, so that the browser still finds its copy if the file `serve.json` is damaged or gone.
extension Library {
  /// The id and the port by which pages know this library. Nil if the library was never served, or
  /// if the row is damaged.
  public func servedPlace() throws -> (library: String, port: Int)? {
    // A damaged row counts as missing. The check of the library reports the damage.
    try documents.rows("SELECT library, port FROM serving") { row in
      (try? row.text(at: 0)).flatMap { text in (try? row.integer(at: 1)).map { (text, $0) } }
    }.first ?? nil
  }

  /// Keeps the id and the port by which pages know this library.
  public func setServedPlace(library: String, port: Int) throws {
    if let known = try servedPlace(), known == (library, port) { return }
    try documents.transaction { tables in
      try tables.run("DELETE FROM serving")
      try tables.run(
        "INSERT INTO serving (library, port) VALUES (?, ?)", .text(library), .integer(port))
    }
  }
}
