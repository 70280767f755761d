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
    fileprivate init<Value>(ofValues type: Value.Type) {
      switch type {
      case let type as any PersistentReplicable.Type: self.init(of: type)
      case is any Replicable.Type: self = .whole
      default: self = .plain
      }
    }
  }

  /// A dictionary. Its shape contains the shape of its values.
  private protocol DictionaryShaped: Framed {
    static var shapeOfValues: FieldShape { get }
  }

  extension ReplicatingDictionary: DictionaryShaped where Key: PlainValue, Value: PlainValue {
    fileprivate static var shapeOfValues: FieldShape { FieldShape(ofValues: Value.self) }
  }

  extension ReplicatingOrderedDictionary: DictionaryShaped
  where Key: PlainValue, Value: PlainValue {
    fileprivate static var shapeOfValues: FieldShape { FieldShape(ofValues: Value.self) }
  }
#else
  extension FieldShape {
    /// The shape of a type. Models in Embedded Swift have no fields that are models or dictionaries.
    init(of type: (some PersistentReplicable & Framed).Type) { self.init([type.frameKind.code]) }
  }
#endif
