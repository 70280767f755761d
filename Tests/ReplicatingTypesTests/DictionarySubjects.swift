// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws

/// Dictionaries under the laws: of plain values, and of values that replicate,
/// to several depths.
enum DictionarySubjects {
  private static let keys = ["a", "b", "c"]

  // MARK: Plain values

  typealias Plain = ReplicatingDictionary<String, Int>

  /// The last edit of a key decides whether it is there, and what it holds.
  static var plain: LawSubject<Plain, [String]> {
    let items = { (values: Plain) in
      values.reduce(into: Set<String>()) {
        $0.formUnion([$1.key, "\($1.key) = \($1.value)"])
      }
    }
    return LawSubject(
      "a dictionary of numbers",
      make: { Plain() },
      edits: [
        { values, random in
          let (key, value) = (random.pick(keys), random.below(3))
          values[key] = value
          return Edit(
            "set \(key) to \(value)", touching: touched(key), code: "replica[\"\(key)\"] = \(value)"
          )
        },
        { values, random in
          let key = random.pick(keys)
          guard values[key] != nil else { return "delete nothing" }
          values[key] = nil
          return Edit("delete \(key)", touching: touched(key), code: "replica[\"\(key)\"] = nil")
        },
        { values, random in
          let key = random.pick(keys)
          values[key, default: 0] = min(2, values[key, default: 0] + 1)
          return Edit("count up \(key)", touching: touched(key))
        },
      ],
      observe: { $0.map { "\($0.key) = \($0.value)" } },
      promise: .lastEditDecides(items: items))
  }

  private static func touched(_ key: String) -> Set<String> {
    Set((0..<3).map { "\(key) = \($0)" } + [key])
  }

  // MARK: Sets

  typealias Sets = ReplicatingDictionary<String, ReplicatingSet<Int>>

  static var sets: LawSubject<Sets, [String]> {
    LawSubject(
      "a dictionary of sets", make: { Sets() }, edits: setEdits,
      observe: { $0.map { "\($0.key): \(Array($0.value))" } }, promise: elementsSurvive)
  }

  /// An element that was inserted and that nobody removed is shown, if nobody
  /// deleted its key or set it afresh. Nothing is shown that nobody inserted.
  private static var elementsSurvive: Promise<Sets> {
    let items = { (sets: Sets) in
      sets.reduce(into: Set<String>()) { items, item in
        items.formUnion(item.value.map { "\(item.key) \($0)" })
      }
    }
    return Promise(items: items) { history, shown in
      let touched = history.edits.reduce(into: Set<String>()) { $0.formUnion($1.touched) }
      let gone = history.edits.reduce(into: Set<String>()) {
        $0.formUnion($1.touched.subtracting($1.shown))
      }
      let lasting = touched.subtracting(gone).filter { !gone.contains(end(of: $0.prefix(1))) }
      if lasting.isSubset(of: shown), shown.isSubset(of: touched) { return nil }
      return "lost: \(lasting.subtracting(shown).sorted()), "
        + "from nowhere: \(shown.subtracting(touched).sorted())"
    }
  }

  /// What an edit touches that deletes a key or sets it afresh.
  static func end(of key: some StringProtocol) -> String { "\(key) ended" }

  private static var setEdits: [LawSubject<Sets, [String]>.RandomEdit] {
    [
      { sets, random in
        let (key, number) = (random.pick(keys), random.below(4))
        sets[key, default: []].insert(number)
        return Edit(
          "insert \(number) at \(key)", touching: ["\(key) \(number)"],
          code: "replica[\"\(key)\", default: []].insert(\(number))")
      },
      { sets, random in
        let (key, number) = (random.pick(keys), random.below(4))
        sets[key]?.remove(number)
        return Edit(
          "remove \(number) at \(key)", code: "replica[\"\(key)\"]?.remove(\(number))")
      },
      { sets, random in
        let key = random.pick(keys)
        sets[key] = nil
        return Edit(
          "delete \(key)", touching: [end(of: key)], code: "replica[\"\(key)\"] = nil")
      },
      { sets, random in
        let (key, number) = (random.pick(keys), random.below(4))
        sets[key] = [number]
        return Edit(
          "set \(key) to [\(number)]", touching: [end(of: key), "\(key) \(number)"],
          code: "replica[\"\(key)\"] = [\(number)]")
      },
      { sets, random in
        let (key, number) = (random.pick(keys), random.below(4))
        guard var copy = sets[key] else { return "no copy" }
        copy.insert(number)
        sets[key] = copy
        return Edit("assign \(key) with \(number)", touching: ["\(key) \(number)"])
      },
    ]
  }

  // MARK: Dictionaries of dictionaries

  typealias Deep = ReplicatingDictionary<
    String, ReplicatingDictionary<String, ReplicatingDictionary<Int, ReplicatingCounter>>
  >

  static var deep: LawSubject<Deep, [String]> {
    LawSubject(
      "a dictionary, three deep, of counters", make: { Deep() },
      edits: [
        { deep, random in
          let (first, second, third) = (random.pick(keys), random.pick(keys), random.below(2))
          deep[first, default: [:]][second, default: [:]][third, default: ReplicatingCounter()]
            .increment()
          return Edit("count at \(first) \(second) \(third)")
        },
        { deep, random in
          let first = random.pick(keys)
          deep[first] = nil
          return Edit("delete \(first)")
        },
        { deep, random in
          let (first, second) = (random.pick(keys), random.pick(keys))
          deep[first]?[second] = nil
          return Edit("delete \(first) \(second)")
        },
        { deep, random in
          let (first, second, third) = (random.pick(keys), random.pick(keys), random.below(2))
          deep[first]?[second]?[third] = nil
          return Edit("delete \(first) \(second) \(third)")
        },
      ],
      observe: { deep in
        deep.flatMap { first in
          first.value.flatMap { second in
            second.value.map { "\(first.key) \(second.key) \($0.key): \($0.value)" }
          }
        }
      })
  }

  // MARK: Values without versions

  /// The greatest number ever seen.
  struct Highest: Replicable, Hashable, Codable {
    var number = 0

    func merged(with other: Highest) -> Highest {
      Highest(number: max(number, other.number))
    }
  }

  static var merging: LawSubject<ReplicatingDictionary<String, Highest>, [String]> {
    LawSubject(
      "a dictionary of maxima", make: { [:] },
      edits: [
        { values, random in
          let (key, number) = (random.pick(keys), random.below(9))
          values[key, default: Highest()].number = number
          return Edit("set \(key) to \(number)")
        },
        { values, random in
          let key = random.pick(keys)
          values[key] = nil
          return Edit("delete \(key)")
        },
      ],
      observe: { $0.map { "\($0.key): \($0.value.number)" } })
  }
}
