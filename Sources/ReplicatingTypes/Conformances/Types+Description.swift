// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  // `ReplicationLaws` finds the register in the mirror.
  extension Replicated: CustomStringConvertible {
    public var description: String { String(describing: wrappedValue) }
  }

  extension UniqueElements {
    /// The elements, as an array of them is described.
    @inlinable
    public var description: String { Array(self).description }

    /// A mirror of the elements, as of a set.
    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: Array(self), displayStyle: .set)
    }
  }

  extension ReplicatingAddOnlySet: CustomStringConvertible, CustomReflectable {}
  extension ReplicatingSet: CustomStringConvertible, CustomReflectable {}

  extension ReplicatingOrderedSet: CustomStringConvertible, CustomReflectable {
    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: values, displayStyle: .collection)
    }
  }

  extension KeyedValues {
    /// The present keys and their values, as a dictionary of them is described.
    public var description: String {
      isEmpty ? "[:]" : "[" + map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
    }

    /// A mirror of the present keys and their values, as of a dictionary.
    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: Array(self), displayStyle: .dictionary)
    }
  }

  extension ReplicatingDictionary: CustomStringConvertible, CustomReflectable {}
  extension ReplicatingOrderedDictionary: CustomStringConvertible, CustomReflectable {}

  extension ReplicatingArray: CustomStringConvertible, CustomReflectable {
    public var description: String { values.description }

    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: values, displayStyle: .collection)
    }
  }

  extension ReplicatingCounter: CustomStringConvertible, CustomReflectable {
    public var description: String { String(value) }

    public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
  }

  extension ReplicatingMultiValueRegister: CustomStringConvertible, CustomReflectable {
    public var description: String { values.description }

    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: values, displayStyle: .collection)
    }
  }

  extension ReplicatingRegister: CustomStringConvertible, CustomReflectable {
    public var description: String { String(describing: value) }

    public var customMirror: Mirror {
      Mirror(self, children: ["value": value], displayStyle: .struct)
    }
  }

#endif
