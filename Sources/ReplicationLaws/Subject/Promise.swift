// SPDX-License-Identifier: MIT

/// A type's own statement about the result of merging edits. The statement is checked against a
/// ``History``: the edits that were made, and for each edit, the edits that its author had seen.
///
/// A promise is about *items*: the strings that a value shows, such as the elements of a set, or
/// the letters of a text in which no letter is typed twice.
public struct Promise<Value> {
  /// A fault in the items that a value shows.
  struct Finding {
    let complaint: String
    /// The source of an expression about a constant named `items`. The expression is true only
    /// while the promise is kept. Nil if only the complaint is known.
    var check: String?
  }

  /// The items that a value shows.
  public let items: (Value) -> Set<String>

  /// The fault of a value that shows the items `shown` after `history`; nil if there is no fault.
  public var complaint: (_ history: History, _ shown: Set<String>) -> String? {
    { [finding] in finding($0, $1)?.complaint }
  }

  let finding: (_ history: History, _ shown: Set<String>) -> Finding?
  private let code: String?

  /// Makes a promise with rules of the caller.
  ///
  /// - Parameters:
  ///   - items: The items that a value shows.
  ///   - code: The source of the items of a value named `replica`, for scripts.
  ///   - complaint: The fault of a value that shows the items `shown` after `history`; nil if there
  ///     is no fault.
  public init(
    items: @escaping (Value) -> Set<String>, code: String? = nil,
    complaint: @escaping (_ history: History, _ shown: Set<String>) -> String?
  ) {
    self.init(items: items, code: code) { history, shown in
      complaint(history, shown).map { Finding(complaint: $0) }
    }
  }

  private init(
    items: @escaping (Value) -> Set<String>, code: String?,
    finding: @escaping (_ history: History, _ shown: Set<String>) -> Finding?
  ) {
    self.items = items
    self.code = code
    self.finding = finding
  }

  /// This promise about values of another type, which hold a `Value`.
  ///
  /// - Parameter held: The held value. If it is nil, no items are shown.
  func about<Other>(_ held: @escaping (Other) -> Value?) -> Promise<Other> {
    Promise<Other>(items: { [items] in held($0).map(items) ?? [] }, code: nil) {
      [finding] history, shown in
      finding(history, shown).map {
        Promise<Other>.Finding(complaint: $0.complaint, check: $0.check)
      }
    }
  }

  // MARK: Common promises

  /// A value shows each added item, unless an edit that had seen the addition removed the item. The
  /// value shows no other items. Text, arrays and add-only sets promise this.
  ///
  /// Each addition needs an item of its own. If two additions add one item, the check may overlook
  /// that one of them is lost.
  ///
  /// - Parameters:
  ///   - items: The items that a value shows.
  ///   - code: The source of the items of a value named `replica`, such as `Set(replica)`. A script
  ///     compares these items with the expected items.
  public static func additionsSurvive(
    items: @escaping (Value) -> Set<String>, code: String? = nil
  ) -> Promise {
    Promise(items: items, code: code) { history, shown in
      difference(expected(after: history), shown)
    }
  }

  /// The last edit of each item decides whether the item is shown. If concurrent last edits
  /// disagree, one of them decides. Sets and dictionaries promise this.
  ///
  /// - Parameters:
  ///   - items: The items that a value shows.
  ///   - code: The source of the items of a value named `replica`, such as `Set(replica)`. A script
  ///     compares these items with the expected items, or looks for one item in them.
  public static func lastEditDecides(
    items: @escaping (Value) -> Set<String>, code: String? = nil
  ) -> Promise {
    Promise(items: items, code: code) { history, shown in
      let known = history.edits.reduce(into: Set<String>()) { $0.formUnion($1.touched) }
      for item in known.sorted() {
        let last = History.last(of: history.edits.filter { $0.touched.contains(item) })
        let choices = Set(last.map { $0.shown.contains(item) })
        let isShown = shown.contains(item)
        guard choices.contains(isShown) else {
          return Finding(
            complaint: "\(item) is \(isShown ? "shown" : "missing") against its last edits: "
              + last.map(\.description).joined(separator: ", "),
            check: "items.contains(\(item.debugDescription)) == \(!isShown)")
        }
      }
      return difference(known.intersection(shown), shown)
    }
  }

  /// A value shows the items that were shown after one of the last edits. Registers promise this.
  ///
  /// - Parameters:
  ///   - items: The items that a value shows.
  ///   - code: The source of the items of a value named `replica`, such as `[replica.value]`. A
  ///     script compares these items with the items after each of the last edits.
  public static func oneOfTheLastEdits(
    items: @escaping (Value) -> Set<String>, code: String? = nil
  ) -> Promise {
    Promise(items: items, code: code) { history, shown in
      let last = History.last(of: history.edits)
      guard !last.contains(where: { $0.shown == shown }) else { return nil }
      let choices = Set(last.map { $0.shown.sorted() }).map { "\($0)" }.sorted()
      return Finding(
        complaint: "\(shown.sorted()) is not what one of the last edits left: "
          + last.map(\.description).joined(separator: ", "),
        check: "[\(choices.joined(separator: ", "))].contains(items.sorted())")
    }
  }

  /// The added items, without items removed by an edit that had seen the addition.
  private static func expected(after history: History) -> Set<String> {
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
    return expected
  }

  private static func difference(_ expected: Set<String>, _ shown: Set<String>) -> Finding? {
    guard expected != shown else { return nil }
    return Finding(
      complaint: "lost: \(expected.subtracting(shown).sorted()), "
        + "from nowhere: \(shown.subtracting(expected).sorted())",
      check: "items == \(expected.sorted())")
  }

  // MARK: Scripts

  /// The end of a broken promise's script, for a value named `end`: the last statements, and an
  /// expression that is true only while the promise is kept.
  ///
  /// The reader must complete the script if the promise has no `code`, or the finding no `check`.
  func ending(_ finding: Finding) -> (preface: [String], expression: String) {
    let source = code.flatMap { Edit("items", code: $0).code(callingReplica: "end") }
    guard let source else {
      let hint = finding.check.map { ", with what end shows as items: \($0)" } ?? ""
      return (["print(end)"], "false  // say here what ought to be true\(hint)")
    }
    let items = "let items: Set<String> = \(source)"
    guard let check = finding.check else {
      return ([items, "print(items.sorted())"], "false  // say here which items are right")
    }
    return ([items], check)
  }
}
