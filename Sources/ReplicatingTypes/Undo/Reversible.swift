// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality
  import SequenceEngine

  /// A value that reports the changes of an edit, and can undo them.
  ///
  /// The law: after an edit is undone, every part that no other edit touched is as it was before
  /// the edit, and edits of other devices stay. The law holds whatever edits precede the undoing.
  /// Undoing is itself an edit, and undoing that edit makes the first edit again.
  package protocol Reversible: DeltaReplicable {
    /// A record of a state, for a comparison with a later state. The mark does not hold the
    /// storage object of the value, so the value can be edited in place.
    associatedtype Mark: Sendable

    /// - Complexity: O(1). For a counter of *s* sessions, or ordered content with *s* tips, O(*s*).
    var mark: Mark { get }

    /// The changes since the value had a mark, or nil if there are no changes.
    ///
    /// - Complexity: O(*d* log *n*) for *d* changes of a value with *n* parts.
    func reversal(since mark: Mark) -> Reversal?

    /// Undoes the changes of an edit, except in parts that a later edit changed again. Later edits
    /// that were undone do not count. Dropped contents do not come back.
    mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing)

    /// Whether `former` shows all that this value shows, perhaps in another order. Parts whose
    /// changes cannot be undone do not count.
    ///
    /// - Complexity: O(*n*), where *n* is the size of the values.
    func isWithin(_ former: Self) -> Bool
  }

  /// One undo or redo of a value with all its parts.
  package struct Undoing {
    /// The contents that earlier undoings put back after the edit that is now undone.
    let before: PutBack
    /// The contents that this undoing puts back.
    package private(set) var new = PutBack()
    /// Whether this undoing cannot put back some contents, because they were dropped.
    package private(set) var lacksContents = false

    package init(after before: PutBack) {
      self.before = before
    }

    /// Notes the edit that moved a key back to a former place.
    mutating func note(_ place: KeyedStamp?, putBackBy edit: KeyedStamp?) {
      if let place, let edit { new.places[place.dot] = edit.dot }
    }

    /// Whether a key still has the place that the edit `place` gave it. True, too, if the key was
    /// moved, and undoing that moved the key back.
    ///
    /// - Parameter current: The edit that gave the key its current place.
    func isPlace(_ place: Dot?, _ current: Dot) -> Bool {
      guard var place else { return false }
      // The places of damaged steps may form a circle.
      for _ in 0...before.places.count {
        if place == current { return true }
        guard let next = before.places[place] else { return false }
        place = next
      }
      return false
    }

    mutating func note(_ renaming: ElementRenaming?, lacksElements: Bool) {
      if let renaming, !renaming.isEmpty { new.renamings.append(renaming) }
      if lacksElements { lacksContents = true }
    }

    /// Whether another device made one of the edits `dots` of a key after `edit`. Edits that only
    /// drop or fill in contents do not count. If this device has no mark, the sessions in
    /// `edit.seen` count as sessions of this device.
    func areOfOthers(_ dots: [Dot], since edit: KeyReversal) -> Bool {
      let device = ReplicationEnvironment.current.device
      return dots.contains { dot in
        !dot.session.isQuiet && dot.session.run.device != device
          && !edit.seen.contains {
            $0.session == dot.session && (device == nil || $0.number >= dot.number)
          }
      }
    }
  }

  /// Undoing for values of any type. A ``Reversible`` value undoes its own changes, and a model is
  /// undone field by field. Changes of all other types, such as add-only sets, cannot be undone.
  // Sendable, because the closures capture only functions of the type.
  package struct Reversing<Value>: @unchecked Sendable {
    package private(set) var mark: (Value) -> FieldPart = { _ in FieldPart(()) }
    package private(set) var reversal: (Value, FieldPart) -> Reversal? = { _, _ in .nothing }
    package private(set) var revert: (inout Value, Reversal, inout Undoing) -> Void = { _, _, _ in }
    /// Whether the second value shows all that the first value shows. True for a type that is not
    /// ``Reversible``.
    package private(set) var isWithin: (Value, Value) -> Bool = { _, _ in true }

    package init() {
      func own<Type>(_: Type.Type) -> Any? {
        switch Type.self {
        case let type as any ReplicatingModel.Type: Self.ofModel(type)
        case let type as any Reversible.Type: Self.ofReversible(type)
        case let type as any DeltaReplicable.Type: Self.ofVersioned(type)
        default: nil
        }
      }
      if let own = own(Value.self) as? Self { self = own }
    }

    private init(ofNone: Void) {}

    private static func ofReversible<Type: Reversible>(_: Type.Type) -> Any {
      var result = Reversing<Type>(ofNone: ())
      result.mark = { FieldPart($0.mark) }
      result.reversal = { value, mark in mark.content().flatMap { value.reversal(since: $0) } }
      result.revert = { value, reversal, undoing in value.revert(reversal, &undoing) }
      result.isWithin = { $0.isWithin($1) }
      return result
    }

    private static func ofVersioned<Type: DeltaReplicable>(_: Type.Type) -> Any {
      var result = Reversing<Type>(ofNone: ())
      result.mark = { FieldPart($0.version) }
      result.reversal = { $0.version == $1.content() ? nil : .nothing }
      return result
    }

    private static func ofModel<Type: ReplicatingModel>(_: Type.Type) -> Any {
      var result = Reversing<Type>(ofNone: ())
      result.mark = { model in FieldPart(Type.checkedFields.map { $0.mark(of: model) }) }
      result.reversal = { model, mark in
        guard let marks = mark.content(as: [FieldPart].self) else { return nil }
        let fields = zip(Type.checkedFields, marks).compactMap { field, mark in
          field.reversal(of: model, since: mark).map { FieldReversal(field.key, $0) }
        }
        return fields.isEmpty ? nil : .fields(fields)
      }
      result.revert = { model, reversal, undoing in
        guard case .fields(let fields) = reversal else { return }
        for part in fields {
          let field = Type.checkedFields.first { $0.key == part.key }
          field?.revert(part.reversal, in: &model, &undoing)
        }
      }
      result.isWithin = { model, former in
        Type.checkedFields.allSatisfy { $0.isWithin(former, in: model) }
      }
      return result
    }
  }
#endif
