// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality
  import SequenceEngine

  /// The changes that an edit made to a value, recorded so that the edit can be undone later, even
  /// after further edits. The record's size is in proportion to the changes.
  package indirect enum Reversal: Hashable, Sendable {
    /// A change that cannot be undone.
    case nothing
    /// The bytes of a plain value before and after the edit.
    case value(before: [UInt8], after: [UInt8])
    /// The amount that the edit added to a counter, and the changed session sums after the edit.
    case amount(Int, in: CounterSums)
    /// The edits of a text or an array.
    case edits([DotRange])
    /// The changes of elements of a set or keys of a dictionary.
    case keys([KeyReversal])
    /// The changes of fields of a model, by their keys.
    case fields([FieldReversal])
  }

  /// Deleted contents that undoing put back as new elements, and keys that undoing moved back.
  /// Earlier edits still name the former elements and places.
  package struct PutBack: Hashable, Sendable {
    /// The new elements, by the former elements.
    var renamings: [ElementRenaming] = []
    /// The edits that put keys back to former places, by the edits that had first put the keys
    /// there.
    var places: [Dot: Dot] = [:]

    package init() {}

    /// Adds contents that were put back later.
    package static func + (first: PutBack, later: PutBack) -> PutBack {
      var result = first
      result.renamings += later.renamings
      result.places.merge(later.places) { $1 }
      return result
    }
  }

  /// The change that an edit made to a field of a model.
  package struct FieldReversal: Hashable, Sendable {
    package let key: String
    package let reversal: Reversal

    package init(_ key: String, _ reversal: Reversal) {
      (self.key, self.reversal) = (key, reversal)
    }
  }

  /// The change that an edit made to an element of a set, or to a key of a dictionary. The key and
  /// the values are encoded as bytes.
  package struct KeyReversal: Hashable, Sendable {
    var key: [UInt8] = []
    /// The value before an edit that added, replaced or removed the value. Nil if there was no
    /// value. Empty for an element of a set.
    var before: [UInt8]?
    /// The value after an edit that added, replaced or removed the value. Nil if there was no
    /// value. Empty for an element of a set.
    var after: [UInt8]?
    /// The change within a replicating value that was present before the edit. The edit may also
    /// have removed the value.
    var change: Reversal?
    /// The stamp of the key's position before the edit, if the edit moved or removed the key.
    var place: KeyedStamp?
    /// The edit that had given the key its position right after the edit. Nil if ``place`` is nil.
    var newPlace: Dot?
    /// The incarnation of a replicating value before the edit, if the edit removed the key or gave
    /// the key another value.
    var incarnation: UInt64?
    /// The last edits of the key, right after the edit. Undoing compares these with the key's
    /// present edits, to find later edits of other devices. Empty if undoing does not depend on
    /// edits of other devices.
    var seen: [Dot] = []
  }
#endif
