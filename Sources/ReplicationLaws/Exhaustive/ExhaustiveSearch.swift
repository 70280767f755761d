// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Checks the laws of merging in every state that three replicas can reach by a
/// few edits and merges.
///
/// A ``LawDriver`` reaches distant states at random. A search reaches all near states. The first
/// state that it finds to break a law is reached by the fewest edits and merges possible.
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
/// - all laws that ``Law`` lists for merging, versions, deltas and bytes, on
///   each replica and on each pair in both directions;
/// - convergence of the three replicas, merged in every order and bracketing;
/// - absorption by each edit;
/// - the subject's promise, if it makes one. The edits that a replica has seen
///   are then part of its state.
///
/// It does not check direct merges, the properties of structs, edits on two threads, or deltas that
/// come late.
public struct ExhaustiveSearch<Value: Replicable & Equatable, Observation: Hashable> {
  /// Makes one edit, always the same, and describes it. Returns nil if the edit does not apply. An
  /// edit that changes nothing counts as none.
  public typealias NamedEdit = (_ value: inout Value) -> Edit?

  /// The type to check. The search does not make its random edits.
  public let subject: LawSubject<Value, Observation>

  private let edits: [NamedEdit]

  /// Describes a search.
  ///
  /// - Parameters:
  ///   - subject: The type. If it is not `Framed`, its observations must tell
  ///     values apart about as well as `==` does, or the search is slow.
  ///   - edits: The edits. The number of states grows fast with more than
  ///     three. The effect of an edit depends on the value alone.
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
  ///   - edits: The source of each edit, which acts on a variable named `replica`, and the edit.
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
  /// - Precondition: The replicas together reach at most 2,097,152 states, and as many values.
  /// - Throws: The ``LawViolation`` that the fewest edits and merges lead to.
  /// - Complexity: O(*n*) look-ups in the number of states, and one check for each different value,
  ///   and for each pair and triple of values that meet. Each further edit or merge multiplies the
  ///   number of states.
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
