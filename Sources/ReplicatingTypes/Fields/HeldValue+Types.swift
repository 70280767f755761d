// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality
  import ReplicatingText

  extension PlainContent: HeldValue {
    static var blank: PlainContent { .none }
  }

  extension ReplicatingText: HeldValue {
    static var blank: ReplicatingText { ReplicatingText() }
  }

  extension ReplicatingCounter: HeldValue {
    static var blank: ReplicatingCounter { ReplicatingCounter() }
  }

  extension ReplicatingRegister: HeldValue where Value == PlainContent {
    static var blank: Self { Self(default: .none) }
  }

  extension ReplicatingMultiValueRegister: HeldValue where Value == PlainContent {
    static var blank: Self { Self() }
  }

  extension ReplicatingSet: HeldValue where Element == PlainContent {
    static var blank: Self { Self() }
  }

  extension ReplicatingAddOnlySet: HeldValue where Element == PlainContent {
    static var blank: Self { Self() }
  }

  extension ReplicatingOrderedSet: HeldValue where Element == PlainContent {
    static var blank: Self { Self() }
  }

  extension ReplicatingArray: HeldValue where Element == PlainContent {
    static var blank: Self { Self() }
  }

  extension ReplicatingDictionary: HeldValue where Key == PlainContent, Value: HeldValue {
    static var blank: Self { Self() }
  }

  extension ReplicatingOrderedDictionary: HeldValue where Key == PlainContent, Value: HeldValue {
    static var blank: Self { Self() }
  }

  extension HeldFields {
    /// The field with this id; nil if a field of the id's shape cannot be held.
    static func field(_ id: FieldID) -> ModelField<HeldFields>? {
      func field<Value: HeldReplica>(_: Value.Type) -> ModelField<HeldFields> {
        PersistentField(id.name, at: HeldPlace<Value>(id: id), of: HeldFields(), shape: id.shape)
      }
      if id.shape == .constant {
        return WholeField(
          constant: id.name, at: HeldPlace<PlainContent>(id: id), of: HeldFields())
      }
      return id.shape.heldType.map { field($0) }
    }
  }

  extension FieldShape {
    /// The type that holds fields of this shape. Nil for a type that an app declares, because the
    /// merge of the type is not known.
    var heldType: (any HeldReplica.Type)? {
      switch codes.first {
      case ReplicatingText.frameKind.code: ReplicatingText.self
      case ReplicatingCounter.frameKind.code: ReplicatingCounter.self
      case Self.modelCode: HeldFields.self
      case Self.dictionaryCode, Self.orderedDictionaryCode: heldDictionary
      default: heldContainer
      }
    }

    private var heldContainer: (any HeldReplica.Type)? {
      typealias Contents = PlainContent
      let types: [any (HeldReplica & Framed).Type] = [
        ReplicatingRegister<Contents>.self, ReplicatingMultiValueRegister<Contents>.self,
        ReplicatingSet<Contents>.self, ReplicatingAddOnlySet<Contents>.self,
        ReplicatingOrderedSet<Contents>.self, ReplicatingArray<Contents>.self,
      ]
      return types.first { codes.first == $0.frameKind.code }
    }

    private var heldDictionary: (any HeldReplica.Type)? {
      func dictionary<Value: HeldValue>(_: Value.Type) -> any HeldReplica.Type {
        codes.first == Self.dictionaryCode
          ? ReplicatingDictionary<PlainContent, Value>.self
          : ReplicatingOrderedDictionary<PlainContent, Value>.self
      }
      let values = FieldShape(Array(codes.dropFirst()))
      if values == .plain { return dictionary(PlainContent.self) }
      return values.heldType.map { dictionary($0) }
    }
  }

#endif
