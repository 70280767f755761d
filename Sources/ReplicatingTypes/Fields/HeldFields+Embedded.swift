// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  import BinaryCoding
  import Causality
  import ReplicatingText

  extension PlainContent: HeldValue {
    static var blank: PlainContent { .none }
  }

  extension ReplicatingText: HeldValue {
    static var blank: ReplicatingText { ReplicatingText() }
  }

  extension ReplicatingRegister: PlainEncodable, PlainValue where Value == PlainContent {}

  extension ReplicatingRegister: HeldValue where Value == PlainContent {
    static var blank: Self { Self(default: .none) }
  }

  extension HeldFields {
    /// The field with this id; nil if a field of the id's shape cannot be held.
    ///
    /// Only registers, texts and constants can be held. The compiler would compile every further
    /// generic type once more, for `PlainContent`.
    static func field(_ id: FieldID) -> ModelField<HeldFields>? {
      func field<Value: HeldReplica>(_: Value.Type) -> ModelField<HeldFields> {
        PersistentField(id.name, at: HeldPlace<Value>(id: id), of: HeldFields(), shape: id.shape)
      }
      switch id.shape.codes.first {
      case ReplicatingRegister<PlainContent>.frameKind.code:
        return field(ReplicatingRegister<PlainContent>.self)
      case ReplicatingText.frameKind.code: return field(ReplicatingText.self)
      default: break
      }
      guard id.shape == .constant else { return nil }
      return WholeField(constant: id.name, at: HeldPlace<PlainContent>(id: id), of: HeldFields())
    }
  }
#endif
