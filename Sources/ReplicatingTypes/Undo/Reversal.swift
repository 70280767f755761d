// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality
  import SequenceEngine

  /// The changes that an edit made to a value, in a form by which the edit can be undone later,
  /// even after further edits. The size of the form is in proportion to the changes.
  package indirect enum Reversal: Hashable, Sendable {
    /// A change that cannot be undone.
    case nothing
    /// A plain value before and after, as bytes.
    case value(before: [UInt8], after: [UInt8])
    /// The amount that an edit counted, and the sums of the counting sessions after the edit.
    case amount(Int, in: CounterSums)
    /// Edits of ordered content.
    case edits([DotRange])
    /// The changes of elements of a set or keys of a dictionary.
    case keys([KeyReversal])
    /// The changes of fields of a model, by their keys.
    case fields([FieldReversal])
  }

  /// Deleted contents that undoing put back as new elements. Earlier edits still name the former
  /// elements, so the renamings map these to the new elements.
  package struct PutBack: Hashable, Sendable {
    var renamings: [ElementRenaming] = []

    package init() {}

    /// Adds contents that were put back later.
    package static func + (first: PutBack, later: PutBack) -> PutBack {
      var result = first
      result.renamings += later.renamings
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

  /// The change that an edit made to an element of a set, or to a key of a dictionary. All values
  /// are bytes.
  package struct KeyReversal: Hashable, Sendable {
    var key: [UInt8] = []
    /// The value before an edit that added, replaced or removed the value; nil if there was none.
    /// Empty for an element of a set.
    var before: [UInt8]?
    /// The value after such an edit; nil if there is none. Empty for an element of a set, and for a
    /// replicating value.
    var after: [UInt8]?
    /// The change of a replicating value that was present before and after, or until it was
    /// removed.
    var change: Reversal?
    /// The stamp of the position before, if the key was moved or removed.
    var place: KeyedStamp?
    /// The incarnation of a replicating value before, if the key was removed or got another value.
    var incarnation: UInt64?
    /// The last edits of the key right after the edit. Undoing recognises later edits of others by
    /// them. Empty if undoing does not depend on such edits.
    var seen: [Dot] = []
  }
#endif
