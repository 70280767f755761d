// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  import BinaryCoding
  import Causality

  // Embedded Swift cannot ask at run time for the type of a value. Dictionaries have plain values
  // alone there: no value has rules or a version.

  @usableFromInline
  struct ValueRules<Value>: KeyedRules {
    @usableFromInline
    var replicating: AnyReplicatingRules<Value>? { nil }
    @usableFromInline
    var persistent: AnyPersistentRules<Value>? { nil }
    @usableFromInline
    var canForget: Bool { true }

    @usableFromInline
    init() {}
  }

  @usableFromInline
  typealias AnyReplicatingRules<Value> = RulesOfNoValue<Value>
  @usableFromInline
  typealias AnyPersistentRules<Value> = RulesOfNoValue<Value>

  /// The rules of replicating values, which there are none of.
  @usableFromInline
  enum RulesOfNoValue<Value> {
    @usableFromInline
    func merge(_ value: inout Value, with other: Value) {}
    @usableFromInline
    func change(from old: Value, to new: Value) -> ValueChange { switch self {} }
    @usableFromInline
    func contradicts(_ one: Value, _ other: Value) -> Bool { switch self {} }

    var emptyVersion: VersionOfNoValue { switch self {} }
    func version(of value: Value) -> VersionOfNoValue { switch self {} }
    func delta(of value: Value, since version: VersionOfNoValue) -> ValueDelta? { switch self {} }
    func validate(_ delta: ValueDelta, for value: Value) throws(MissingHistory) {}
    func merge(_ delta: ValueDelta, into value: inout Value) throws(MissingHistory) {}
    func forgettingDeleted(_ value: Value) -> Value? { switch self {} }

    func write(_ value: Value, to writer: inout ByteWriter) {}
    func read(from reader: inout ByteReader) throws(DecodingFailure) -> Value { switch self {} }
    func writeVersion(_ version: VersionOfNoValue, to writer: inout ByteWriter) {}
    func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> VersionOfNoValue {
      switch self {}
    }
    func writeDelta(_ delta: ValueDelta, to writer: inout ByteWriter) {}
    func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> ValueDelta {
      switch self {}
    }
  }

  @usableFromInline
  enum ValueDelta: Sendable {}

  typealias AnyVersion = VersionOfNoValue

  /// The version of a replicating value, which there is none of.
  enum VersionOfNoValue: Equatable, Sendable {}

  extension ValueVersions.Item: Equatable {
    static func == (left: Self, right: Self) -> Bool { switch left.version {} }
    var isEmpty: Bool { switch version {} }
    func merged(with other: Self) -> Self { switch version {} }
    func news(since other: Self?) -> Self? { switch version {} }
  }

#endif
