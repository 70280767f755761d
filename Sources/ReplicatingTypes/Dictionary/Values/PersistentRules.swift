// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality

  /// The versions, deltas and bytes of values that travel in parts, for any type of value.
  @usableFromInline
  protocol PersistentRules<Value>: ReplicatingRules {
    func version(of value: Value) -> any ReplicaVersion

    /// The delta that a copy at `version` lacks, or nil if it lacks nothing.
    func delta(of value: Value, since version: any ReplicaVersion) -> ValueDelta?
    func validate(_ delta: ValueDelta, for value: Value) throws(MissingHistory)
    func merge(_ delta: ValueDelta, into value: inout Value) throws(MissingHistory)

    /// A value without its deleted contents, or nil if dropping them would not save room.
    func droppingDeleted(_ value: Value) -> Value?

    func write(_ value: Value, to writer: inout ByteWriter)
    func read(from reader: inout ByteReader) throws(DecodingFailure) -> Value
    func writeVersion(_ version: any ReplicaVersion, to writer: inout ByteWriter)
    func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> any ReplicaVersion
    func writeDelta(_ delta: ValueDelta, to writer: inout ByteWriter)
    func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> ValueDelta
  }

  /// A delta of a value of any type.
  @usableFromInline
  struct ValueDelta: Sendable {
    fileprivate let content: FieldPart
  }

  /// The rules of values of one type.
  @usableFromInline
  struct PersistentValues<Value: PersistentReplicable>: PersistentRules {
    private let values: VersionedValues<Value>

    init() {
      values = VersionedValues()
    }

    /// The rules of models. Models are compared field by field, without a version of the whole
    /// model.
    init(ofModels: Void) where Value: ReplicatingModel {
      values = VersionedValues { $0.relation(to: $1) }
    }

    @usableFromInline
    func assigned(
      _ new: Value, over old: Value, isInPlace: Bool, formers: [UInt64]
    ) -> (value: Value, change: ValueChange) {
      values.assigned(new, over: old, isInPlace: isInPlace, formers: formers)
    }

    @usableFromInline
    func originIdentity(of value: Value) -> UInt64? { values.originIdentity(of: value) }

    @usableFromInline
    func noteStored(_ value: Value) { values.noteStored(value) }

    @usableFromInline
    func version(of value: Value) -> any ReplicaVersion { value.version }

    @usableFromInline
    func delta(of value: Value, since version: any ReplicaVersion) -> ValueDelta? {
      // A version of another type can only be the empty version.
      value.delta(since: version as? Value.Version ?? Value.Version()).map {
        ValueDelta(content: FieldPart($0))
      }
    }

    @usableFromInline
    func validate(_ delta: ValueDelta, for value: Value) throws(MissingHistory) {
      try value.validate(try typed(delta))
    }

    @usableFromInline
    func merge(_ delta: ValueDelta, into value: inout Value) throws(MissingHistory) {
      try value.merge(delta: try typed(delta))
    }

    @usableFromInline
    func droppingDeleted(_ value: Value) -> Value? {
      var result = value
      result.dropDeleted()
      if result.version == value.version { return nil }
      return size(of: result) < size(of: value) ? result : nil
    }

    private func size(of value: Value) -> Int {
      var writer = ByteWriter()
      write(value, to: &writer)
      return writer.bytes.count
    }

    private func typed(_ delta: ValueDelta) throws(MissingHistory) -> Value.Delta {
      guard let delta = delta.content.content(as: Value.Delta.self) else { throw MissingHistory() }
      return delta
    }

    // MARK: Bytes

    @usableFromInline
    func write(_ value: Value, to writer: inout ByteWriter) { value.encode(to: &writer) }

    @usableFromInline
    func read(from reader: inout ByteReader) throws(DecodingFailure) -> Value {
      try Value(from: &reader)
    }

    @usableFromInline
    func writeVersion(_ version: any ReplicaVersion, to writer: inout ByteWriter) {
      (version as? Value.Version)?.encode(to: &writer)
    }

    @usableFromInline
    func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> any ReplicaVersion {
      try Value.Version(from: &reader)
    }

    @usableFromInline
    func writeDelta(_ delta: ValueDelta, to writer: inout ByteWriter) {
      delta.content.content(as: Value.Delta.self)?.encode(to: &writer)
    }

    @usableFromInline
    func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> ValueDelta {
      ValueDelta(content: FieldPart(try Value.Delta(from: &reader)))
    }
  }

#endif
