// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Checks the laws of merging in every state that three replicas can reach by a few edits and
/// merges.
///
/// A ``LawDriver`` reaches distant states at random. A search reaches all near states. The
/// violation that a search reports needs the fewest edits and merges.
///
/// ```swift
/// let search = ExhaustiveSearch(
///   subject,
///   edits: [
///     "replica.insert(1)": { $0.insert(1) },
///     "replica.remove(1)": { $0.remove(1) },
///   ])
/// print(try search.run())
/// ```
///
/// The search checks in each state:
/// - the laws of merging, versions, deltas and bytes (``Law``), on each replica and on each pair in
///   both directions;
/// - convergence of the three replicas, merged in every order and bracketing;
/// - that the state after each edit absorbs the state before the edit;
/// - the subject's promise, if there is one. The edits that a replica has seen are then part of the
///   replica's state.
///
/// The search does not check the laws `writeBack`, `dispatch`, `refusal` and `bootstrap`. It makes
/// no edits on two threads, and does not look into the properties of structs.
public struct ExhaustiveSearch<Value: Replicable & Equatable, Observation: Hashable> {
  /// Makes one edit, always the same, and describes it. Returns nil if the edit does not apply. An
  /// edit that changes nothing counts as no edit.
  public typealias NamedEdit = (_ value: inout Value) -> Edit?

  /// The type to check. The search does not make the subject's random edits.
  public let subject: LawSubject<Value, Observation>

  private let edits: [NamedEdit]

  /// Describes a search.
  ///
  /// - Parameters:
  ///   - subject: The type. If the type is neither `BinaryCodable` nor `Codable`, the search is
  ///     slow unless most unequal values have different observations.
  ///   - edits: The edits. With more than three edits, the number of states grows fast. The effect
  ///     of an edit must depend on the value alone.
  /// - Precondition: There is at least one edit.
  public init(_ subject: LawSubject<Value, Observation>, edits: [NamedEdit]) {
    require(!edits.isEmpty, "\(subject.name) needs an edit")
    self.subject = subject
    self.edits = edits
  }

  /// Describes a search with edits whose only description is their source.
  ///
  /// - Parameters:
  ///   - subject: The type.
  ///   - edits: For each edit, its source, which changes a variable named `replica`, and the edit
  ///     itself.
  /// - Precondition: There is at least one edit.
  public init(
    _ subject: LawSubject<Value, Observation>,
    edits: KeyValuePairs<String, (_ value: inout Value) -> Void>
  ) {
    self.init(
      subject,
      edits: edits.map { code, edit in
        { value in
          edit(&value)
          return Edit(code, code: code)
        }
      })
  }

  /// Goes through all states.
  ///
  /// - Parameter scope: The limits of the search.
  /// - Returns: The counts of the search.
  /// - Precondition: The replicas together reach at most 2,097,152 states and 2,097,152 values.
  /// - Throws: The ``LawViolation`` that the fewest edits and merges lead to.
  /// - Complexity: O(*n*) look-ups for *n* states, plus one check of each different value, and of
  ///   each pair and triple of values that meet. Each further edit or merge multiplies the number
  ///   of states.
  public func run(_ scope: SearchScope = SearchScope()) throws(LawViolation) -> SearchReport {
    try subject.expectListedProperties(.search(scope, clocks: scope.clocks.first ?? []))
    var report = SearchReport(subject: subject.name, scope: scope, editCount: edits.count)
    var shortest: (steps: [SearchStep], clocks: [UInt64], failure: SearchFailure)?
    for clocks in scope.clocks {
      var space = SearchSpace(subject, edits, scope, clocks)
      do throws(SearchFailure) {
        try DebugRequirements.unchecked { () throws(SearchFailure) in try space.explore() }
        report.parts.append(space.report)
      } catch {
        let steps = space.failingSteps
        if shortest.map({ steps.count < $0.steps.count }) ?? true {
          shortest = (steps, clocks, error)
        }
      }
    }
    guard let shortest else { return report }
    throw SearchPath(subject, edits, scope, shortest.clocks)
      .violation(shortest.steps, shortest.failure)
  }
}
