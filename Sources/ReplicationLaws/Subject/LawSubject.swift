// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A type to check: ways to make, edit and observe its values.
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
/// The states of every type are checked. If the type is `BinaryCodable` or `Codable`, its bytes are
/// checked too. If the type is `DeltaReplicable`, its versions and deltas are checked, with their
/// bytes.
public struct LawSubject<Value: Replicable & Equatable, Observation: Hashable> {
  /// Makes one random edit and describes it.
  ///
  /// All chance must come from the generator. Nothing may depend on the order of a Swift `Set` or
  /// `Dictionary`, because no seed repeats that order. Edits of two values also run on two threads
  /// at once, so an edit must lock any other state that it changes.
  public typealias RandomEdit = (_ value: inout Value, _ random: inout SeededGenerator) -> Edit

  /// The name of the type in reports and violations.
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
  ///   - name: The name of the type in reports and violations.
  ///   - make: Makes a value as a program would.
  ///   - edits: The possible edits of a value, all equally likely.
  ///   - observe: The part of a value that a user sees. Its description is printed.
  ///   - promise: The type's promise about the result of merging edits, if it is to be checked.
  ///   - order: The elements that a value lists, in order. Equal values must list equal elements.
  ///     By default the elements of a value that is a sequence.
  ///   - directMerge: A closure that calls `merged(with:)` on the concrete type:
  ///     `{ $0.merged(with: $1) }`. The check fails if generic code calls another function.
  ///   - checksFields: Whether each stored replicating property of a struct must be merged. Pass
  ///     false if the type does not merge these properties one by one. For example, it may take all
  ///     of them from one of the two values.
  ///   - code: The source of a new value in a printed script. By default the type's name and `()`.
  /// - Precondition: There is at least one edit. The type has no versions. Generic code that
  ///   describes a type with versions must constrain the type to `DeltaReplicable`.
  public init(
    _ name: String, make: @escaping () -> Value, edits: [RandomEdit],
    observe: @escaping (Value) -> Observation, promise: Promise<Value>? = nil,
    order: ((Value) -> [AnyHashable])? = nil,
    directMerge: ((Value, Value) -> Value)? = nil, checksFields: Bool = true,
    code: String? = nil
  ) {
    require(
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
    require(!edits.isEmpty, "\(name) needs an edit")
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
  ///   - name: The name of the type in reports and violations.
  ///   - make: Makes a value as a program would.
  ///   - edits: The possible edits of a value, all equally likely.
  ///   - observe: The part of a value that a user sees. Its description is printed.
  ///   - promise: The type's promise about the result of merging edits, if it is to be checked.
  ///   - order: The elements that a value lists, in order. Equal values must list equal elements.
  ///     By default the elements of a value that is a sequence.
  ///   - directMerge: A closure that calls `merged(with:)` on the concrete type:
  ///     `{ $0.merged(with: $1) }`. The check fails if generic code calls another function.
  ///   - checksFields: Whether each stored replicating property of a struct must be merged. Pass
  ///     false if the type does not merge these properties one by one. For example, it may take all
  ///     of them from one of the two values.
  ///   - code: The source of a new value in a printed script. By default the type's name and `()`.
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
  /// Checks, before any value is used, that a type with listed fields lists the right fields.
  func expectListedProperties(_ origin: LawViolation.Origin) throws(LawViolation) {
    guard let value = make() as? any FieldListing, let fault = value.listingFault else { return }
    throw LawViolation(
      subject: name, law: .fields, finding: fault, origin: origin, steps: 0, script: [])
  }

  /// The source code with which a printed script encodes and decodes a value or a delta.
  var forms: Script.Forms {
    Script.Forms(
      value: { bytes?.reopenedSource($0) ?? $0 },
      delta: { deltas?.deltaBytes?.reopenedSource($0) ?? $0 })
  }

  /// The operations that the type offers beyond merging.
  var abilities: Plan.Abilities {
    Plan.Abilities(
      hasBytes: bytes != nil, hasDeltas: deltas != nil,
      hasFields: checksFields && !StoredProperties(of: make()).properties.isEmpty,
      hasDirectMerge: directMerge != nil)
  }
}
