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
///       return Edit("insert \(letter)", code: "replica.insert(\"\(letter)\")")
///     }
///   ],
///   observe: { Array($0) })
/// print(try LawDriver(subject).run(schedules: 2_000))
/// ```
///
/// A type that is no more than `Replicable` and `Equatable` is checked in its
/// states. If it is `BinaryCodable`, its bytes are checked too, and if it is
/// `DeltaReplicable`, its versions and deltas, and their bytes.
public struct LawSubject<Value: Replicable & Equatable, Observation: Hashable> {
  /// Makes one random edit and says how.
  ///
  /// All chance must come from the generator, and nothing may depend on the
  /// order of a Swift `Set` or `Dictionary`, or no seed repeats a run. Edits of
  /// two values also run on two threads at once: what else they change must be
  /// locked.
  public typealias RandomEdit = (_ value: inout Value, _ random: inout SeededGenerator) -> Edit

  /// What reports and violations call the type.
  public let name: String

  let make: () -> Value
  var edits: [RandomEdit]
  let observe: (Value) -> Observation
  let promise: Promise<Value>?
  let order: (Value) -> [AnyHashable]?
  let directMerge: ((Value, Value) -> Value)?
  let checksFields: Bool
  let typeName = TypeName(of: Value.self)
  let code: String
  let bytes: ByteOperations<Value>?
  let deltas: DeltaOperations<Value>?

  /// Describes a type that has no versions.
  ///
  /// - Parameters:
  ///   - name: What reports and violations call it.
  ///   - make: Makes a value as a program would.
  ///   - edits: What may be done to a value, each as likely as the next.
  ///   - observe: What a user sees of it. Its description is printed.
  ///   - promise: What the type states about edits that meet, if it is to be
  ///     checked.
  ///   - order: What a value lists, in the order in which it does: equal values must
  ///     list the same. Without it, the elements of values that are sequences.
  ///   - directMerge: Merges as code does that names the type, `{ $0.merged(with: $1) }`:
  ///     generic code must choose the same function.
  ///   - checksFields: Whether each stored property of a struct that is replicating
  ///     itself must be merged. Say no if the type merges such properties in another
  ///     way, for example whole.
  ///   - code: What makes a value in a printed script; without it, the type's name and
  ///     `()`.
  /// - Precondition: There is at least one edit. The type has no versions: where it
  ///   has, generic code that describes it must say so in its constraints.
  public init(
    _ name: String, make: @escaping () -> Value, edits: [RandomEdit],
    observe: @escaping (Value) -> Observation, promise: Promise<Value>? = nil,
    order: ((Value) -> [AnyHashable])? = nil,
    directMerge: ((Value, Value) -> Value)? = nil, checksFields: Bool = true,
    code: String? = nil
  ) {
    precondition(
      !(Value.self is any DeltaReplicable.Type),
      "\(name) is described by code that does not know that \(Value.self) has versions")
    self.init(
      name, make: make, edits: edits, observe: observe, promise: promise, order: order,
      directMerge: directMerge, checksFields: checksFields, code: code, deltas: nil)
  }

  private init(
    _ name: String, make: @escaping () -> Value, edits: [RandomEdit],
    observe: @escaping (Value) -> Observation, promise: Promise<Value>?,
    order: ((Value) -> [AnyHashable])?, directMerge: ((Value, Value) -> Value)?,
    checksFields: Bool, code: String?, deltas: DeltaOperations<Value>?
  ) {
    precondition(!edits.isEmpty, "\(name) needs an edit")
    self.name = name
    self.make = make
    self.edits = edits
    self.observe = observe
    self.promise = promise
    self.order = order ?? IterationOrder.elements
    self.directMerge = directMerge
    self.checksFields = checksFields
    self.code = code ?? "\(typeName.source)()"
    self.deltas = deltas
    bytes = ByteOperations()
  }
}

extension LawSubject where Value: DeltaReplicable {
  /// Describes a type that has versions and deltas.
  ///
  /// - Parameters:
  ///   - name: What reports and violations call it.
  ///   - make: Makes a value as a program would.
  ///   - edits: What may be done to a value, each as likely as the next.
  ///   - observe: What a user sees of it. Its description is printed.
  ///   - promise: What the type states about edits that meet, if it is to be
  ///     checked.
  ///   - order: What a value lists, in the order in which it does: equal values must
  ///     list the same. Without it, the elements of values that are sequences.
  ///   - directMerge: Merges as code does that names the type, `{ $0.merged(with: $1) }`:
  ///     generic code must choose the same function.
  ///   - checksFields: Whether each stored property of a struct that is replicating
  ///     itself must be merged. Say no if the type merges such properties in another
  ///     way, for example whole.
  ///   - code: What makes a value in a printed script; without it, the type's name and
  ///     `()`.
  /// - Precondition: There is at least one edit.
  public init(
    _ name: String, make: @escaping () -> Value, edits: [RandomEdit],
    observe: @escaping (Value) -> Observation, promise: Promise<Value>? = nil,
    order: ((Value) -> [AnyHashable])? = nil,
    directMerge: ((Value, Value) -> Value)? = nil, checksFields: Bool = true,
    code: String? = nil
  ) {
    self.init(
      name, make: make, edits: edits, observe: observe, promise: promise, order: order,
      directMerge: directMerge, checksFields: checksFields, code: code,
      deltas: DeltaOperations())
  }
}

extension LawSubject {
  /// Checks, before any value is used, that a type which lists its fields lists all it stores.
  func expectListedProperties(_ origin: LawViolation.Origin) throws(LawViolation) {
    guard let value = make() as? any FieldListing, let property = value.unlistedProperty else {
      return
    }
    throw LawViolation(
      subject: name, law: .fields,
      finding: "the stored property \(property) is not listed among the fields, so decoding "
        + "makes another; list it, or make it computed or static",
      origin: origin, steps: 0, script: [])
  }

  /// What a script calls decoding.
  var forms: Script.Forms {
    Script.Forms(
      value: { bytes?.reopenedSource($0) ?? $0 },
      delta: { deltas?.deltaBytes?.reopenedSource($0) ?? $0 })
  }

  /// What the type offers beyond merging.
  var abilities: Plan.Abilities {
    Plan.Abilities(
      hasBytes: bytes != nil, hasDeltas: deltas != nil,
      hasFields: checksFields && !StoredProperties(of: make()).properties.isEmpty,
      hasDirectMerge: directMerge != nil)
  }
}
