// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A type under the laws: how to make a value, how to edit it, what it shows.
///
/// ```swift
/// let subject = LawSubject(
///   "a set of letters",
///   make: { ReplicatingSet<String>() },
///   edits: [
///     { set, random in
///       let letter = random.pick(["a", "b", "c"])
///       set.insert(letter)
///       return "insert \(letter)"
///     }
///   ],
///   observe: { Array($0) })
/// print(try LawDriver(subject).run(schedules: 2_000))
/// ```
public struct LawSubject<Value, Observation>
where
  Value: DeltaReplicable & Equatable & Framed, Value.Version: Framed, Value.Delta: Framed,
  Observation: Hashable
{
  /// Changes a value at random and says how.
  ///
  /// All chance must come from the generator, and nothing may depend on the
  /// order of a Swift `Set` or `Dictionary`, or no seed repeats a run.
  public typealias RandomEdit = (_ value: inout Value, _ random: inout SeededGenerator) -> Edit

  /// What reports and violations call the type.
  public let name: String

  let make: () -> Value
  let edits: [RandomEdit]
  let observe: (Value) -> Observation
  let promise: Promise<Value>?

  /// Describes a type.
  ///
  /// - Parameters:
  ///   - name: What reports and violations call it.
  ///   - make: Makes a value as a program would.
  ///   - edits: What may be done to a value, each as likely as the next.
  ///   - observe: What a user sees of it. Its description is printed.
  ///   - promise: What the type states about edits that meet, if it is to be
  ///     checked.
  /// - Precondition: There is at least one edit.
  public init(
    _ name: String, make: @escaping () -> Value, edits: [RandomEdit],
    observe: @escaping (Value) -> Observation, promise: Promise<Value>? = nil
  ) {
    precondition(!edits.isEmpty, "\(name) needs an edit")
    self.name = name
    self.make = make
    self.edits = edits
    self.observe = observe
    self.promise = promise
  }
}
