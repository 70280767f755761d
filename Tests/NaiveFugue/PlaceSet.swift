// SPDX-License-Identifier: MIT

/// A set of small numbers: the events of a version.
struct PlaceSet {
  private var words: [UInt64] = []

  func contains(_ place: Int) -> Bool {
    let word = place >> 6
    return word < words.count && words[word] >> UInt64(place & 63) & 1 == 1
  }

  mutating func insert(_ place: Int) {
    while words.count <= place >> 6 { words.append(0) }
    words[place >> 6] |= 1 << UInt64(place & 63)
  }

  mutating func formUnion(_ other: PlaceSet) {
    while words.count < other.words.count { words.append(0) }
    for place in other.words.indices { words[place] |= other.words[place] }
  }
}
