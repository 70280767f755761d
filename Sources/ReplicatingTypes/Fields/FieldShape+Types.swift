// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText

#if !hasFeature(Embedded)
  extension FieldShape {
    /// The shape of a type whose values are sent in parts.
    init(of type: (some PersistentReplicable).Type) {
      switch type {
      case let model as any ReplicatingModel.Type: self = Self.model(model)
      case let dictionary as any DictionaryShaped.Type:
        self.init([dictionary.frameKind.code] + dictionary.shapeOfValues.codes)
      case let framed as any Framed.Type: self.init([framed.frameKind.code])
      default: self = .unframed
      }
    }

    private static func model<Model: ReplicatingModel>(_: Model.Type) -> FieldShape {
      FieldShape([modelCode, Model.frameKind.code])
    }

    /// The shape of the values of a dictionary.
    init<Value>(ofValues type: Value.Type) {
      switch type {
      case let type as any PersistentReplicable.Type: self.init(of: type)
      case is any Replicable.Type: self = .whole
      default: self = .plain
      }
    }
  }
#else
  extension FieldShape {
    /// The shape of a type that is neither a model nor a dictionary.
    init(of type: (some PersistentReplicable & Framed).Type) { self.init([type.frameKind.code]) }

    /// The shape of a dictionary.
    init(of type: (some PersistentReplicable & DictionaryShaped).Type) {
      self.init([type.frameKind.code] + type.shapeOfValues.codes)
    }

    /// The shape of the values of a dictionary, which are plain in Embedded Swift.
    init<Value>(ofValues type: Value.Type) { self = .plain }
  }
#endif

/// A dictionary. Its shape contains the shape of its values.
protocol DictionaryShaped: Framed {
  static var shapeOfValues: FieldShape { get }
}

extension ReplicatingDictionary: DictionaryShaped where Key: PlainValue, Value: PlainValue {
  static var shapeOfValues: FieldShape { FieldShape(ofValues: Value.self) }
}

extension ReplicatingOrderedDictionary: DictionaryShaped where Key: PlainValue, Value: PlainValue {
  static var shapeOfValues: FieldShape { FieldShape(ofValues: Value.self) }
}
