// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  // `ReplicationLaws` finds the register in the mirror.
  extension Replicated: CustomStringConvertible {
    public var description: String { String(describing: wrappedValue) }
  }

  extension ReplicatingAddOnlySet: CustomStringConvertible, CustomReflectable {
    @inlinable
    public var description: String { Array(self).description }

    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: Array(self), displayStyle: .set)
    }
  }

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

  extension ReplicatingDictionary: CustomStringConvertible, CustomReflectable {
    public var description: String {
      isEmpty ? "[:]" : "[" + map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
    }

    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: Array(self), displayStyle: .dictionary)
    }
  }

  extension ReplicatingMultiValueRegister: CustomStringConvertible, CustomReflectable {
    public var description: String { values.description }

    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: values, displayStyle: .collection)
    }
  }

  extension ReplicatingOrderedDictionary: CustomStringConvertible, CustomReflectable {
    public var description: String {
      isEmpty ? "[:]" : "[" + map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
    }

    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: Array(self), displayStyle: .dictionary)
    }
  }

  extension ReplicatingOrderedSet: CustomStringConvertible, CustomReflectable {
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

  extension ReplicatingSet: CustomStringConvertible, CustomReflectable {
    @inlinable
    public var description: String { Array(self).description }

    public var customMirror: Mirror {
      Mirror(self, unlabeledChildren: Array(self), displayStyle: .set)
    }
  }

#endif
