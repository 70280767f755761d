// SPDX-License-Identifier: MIT

/// Numbers of some sessions of a graph, by the local places of the sessions.
///
/// Many numbers lie in an array over all sessions, since hashing takes longer. A few lie in a
/// dictionary, since a delta of an old text must not cost in proportion to all its sessions.
struct SessionNumbers {
  private var all: [Int]
  private var few: [Int: Int] = [:]

  /// - Parameter count: About how many sessions get numbers.
  init(of graph: CausalGraph, for count: Int) {
    let isMany = count >= graph.sessions.count / 16
    all = isMany ? [Int](repeating: -1, count: graph.sessions.count) : []
  }

  /// The number of a session, at least 0; nil if it has none.
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
