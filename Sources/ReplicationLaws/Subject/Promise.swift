// SPDX-License-Identifier: MIT

/// What a type states for itself about edits that meet, checked against the
/// history of what was done and seen.
///
/// A promise is about *items*: the strings that a value shows, such as the
/// elements of a set, or the letters of a text in which no letter is typed
/// twice.
public struct Promise<Value> {
  /// The items that a value shows.
  public let items: (Value) -> Set<String>

  /// What is wrong with showing these items after this history, or nil if
  /// nothing is.
  public let complaint: (_ history: History, _ shown: Set<String>) -> String?

  /// States a promise of one's own.
  public init(
    items: @escaping (Value) -> Set<String>,
    complaint: @escaping (_ history: History, _ shown: Set<String>) -> String?
  ) {
    self.items = items
    self.complaint = complaint
  }

  /// Nothing that was added is lost unless somebody who saw it removed it, and
  /// nothing else is shown: text, arrays, add-only sets.
  public static func additionsSurvive(items: @escaping (Value) -> Set<String>) -> Promise {
    Promise(items: items) { history, shown in
      var expected: Set<String> = []
      for edit in history.edits {
        for item in edit.touched.intersection(edit.shown) {
          let isRemoved = history.edits.contains { later in
            later.seen.contains(edit.number) && later.touched.contains(item)
              && !later.shown.contains(item)
          }
          if !isRemoved { expected.insert(item) }
        }
      }
      return Self.difference(expected, shown)
    }
  }

  /// Each item's last edit decides; where edits that had not seen each other
  /// disagree, one of them does: sets and dictionaries.
  public static func lastEditDecides(items: @escaping (Value) -> Set<String>) -> Promise {
    Promise(items: items) { history, shown in
      for item in history.edits.reduce(into: Set<String>(), { $0.formUnion($1.touched) }).sorted() {
        let last = History.last(of: history.edits.filter { $0.touched.contains(item) })
        let choices = Set(last.map { $0.shown.contains(item) })
        guard choices.contains(shown.contains(item)) else {
          return "\(item) is \(shown.contains(item) ? "shown" : "missing") against its last edits: "
            + last.map(\.description).joined(separator: ", ")
        }
      }
      let known = history.edits.reduce(into: Set<String>()) { $0.formUnion($1.touched) }
      return Self.difference(known.intersection(shown), shown)
    }
  }

  /// What is shown is what one of the last edits left: registers.
  public static func oneOfTheLastEdits(items: @escaping (Value) -> Set<String>) -> Promise {
    Promise(items: items) { history, shown in
      let last = History.last(of: history.edits)
      guard !last.contains(where: { $0.shown == shown }) else { return nil }
      return "\(shown.sorted()) is not what one of the last edits left: "
        + last.map(\.description).joined(separator: ", ")
    }
  }

  private static func difference(_ expected: Set<String>, _ shown: Set<String>) -> String? {
    guard expected != shown else { return nil }
    return "lost: \(expected.subtracting(shown).sorted()), "
      + "from nowhere: \(shown.subtracting(expected).sorted())"
  }
}
