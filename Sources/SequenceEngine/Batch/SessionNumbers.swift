// SPDX-License-Identifier: MIT

/// Numbers given to some sessions of a graph. A session is named by its place in the graph.
///
/// Many numbers lie in an array over all sessions, which is faster than hashing. A few numbers lie
/// in a dictionary: the cost of a delta must not grow with the number of sessions of an old text.
struct SessionNumbers {
  private var all: [Int]
  private var few: [Int: Int] = [:]

  /// - Parameter count: The approximate number of sessions that get numbers.
  init(of graph: CausalGraph, for count: Int) {
    let isMany = count >= graph.sessions.count / 16
    all = isMany ? [Int](repeating: -1, count: graph.sessions.count) : []
  }

  /// The number of a session, at least 0; nil if the session has none.
  subscript(place: Int) -> Int? {
    get {
      if all.isEmpty { return few[place] }
      return all[place] < 0 ? nil : all[place]
    }
    set {
      if all.isEmpty { few[place] = newValue } else { all[place] = newValue ?? -1 }
    }
  }
}
