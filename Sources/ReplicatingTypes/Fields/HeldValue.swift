// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText

/// A type whose values are held for later versions of the app: what they contain is not known here.
protocol HeldValue: Hashable, Codable, Sendable {
  /// The value that nobody has edited.
  static var blank: Self { get }
}

/// A held type whose values are sent in parts.
typealias HeldReplica = HeldValue & PersistentReplicable

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

extension FieldShape {
  /// The type of this shape that knows nothing of its contents; nil for types of an app's own, since
  /// it is not known how they merge.
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
