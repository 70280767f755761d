// SPDX-License-Identifier: MIT

import DecentNotes

extension SearchWords {
  /// Reads the text of a search.
  init(_ text: String) throws { try self.init([text]) }
}
