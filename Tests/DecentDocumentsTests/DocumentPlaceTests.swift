// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Testing

@testable import DecentDocuments

@Suite struct DocumentPlaceTests {
  @Test func eachPlaceHasOneName() throws {
    let ids = ["0123ab67-89ab-cdef-0123-456789abcdef", "FEDCBA98-7654-3210-FEDC-BA9876543210"]
    for (code, id) in zip([0, 1000, UInt64.max], [UUID()] + ids.compactMap(UUID.init(uuidString:)))
    {
      let place = DocumentPlace(code: code, id: id)
      #expect(place.document.text == "\(code)/\(place.id.uuidString.lowercased())")
      #expect(DocumentPlace(place.document) == place)
      #expect(DocumentPlace(removal: place.removal) == place)
    }
  }

  @Test(arguments: [
    "7/", "7", "/0123ab67-89ab-cdef-0123-456789abcdef", "07/0123ab67-89ab-cdef-0123-456789abcdef",
    "7/0123AB67-89ab-cdef-0123-456789abcdef", "7/0123ab67-89ab-cdef-0123-456789abcdef0",
    "7/0123ab67-89ab-cdef-0123-456789abcde", "7/0123ab6789ab-cdef-0123-456789abcdef-",
    "7/0123ab67-89ab-cdef-0123-456789abcdeg", "7/0123ab67-89ab-cdef-0123-456789abcdef/",
    "x/0123ab67-89ab-cdef-0123-456789abcdef", "-7/0123ab67-89ab-cdef-0123-456789abcdef",
    "18446744073709551616/0123ab67-89ab-cdef-0123-456789abcdef",
  ])
  func otherNamesAreOfNoCollection(_ name: String) throws {
    #expect(DocumentPlace(try #require(DocumentID(name))) == nil)
  }
}
