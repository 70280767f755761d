// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  import BinaryCoding
  import Causality

  // Embedded Swift cannot query the type of a value at run time. So dictionaries have only plain
  // values there, without rules or versions.

  @usableFromInline
  struct ValueRules<Value>: KeyedRules {
    @usableFromInline
    var replicating: AnyReplicatingRules<Value>? { nil }
    @usableFromInline
    var persistent: AnyPersistentRules<Value>? { nil }

    @usableFromInline
    var mergesValues: Bool { false }

    @usableFromInline
    init() {}
  }

  @usableFromInline
  typealias AnyReplicatingRules<Value> = RulesOfNoValue<Value>
  @usableFromInline
  typealias AnyPersistentRules<Value> = RulesOfNoValue<Value>

  /// Stands for the rules of replicating values, which do not exist in Embedded Swift. The type has
  /// no instances. An enumeration without cases would say so, but the compiler aborts on such a
  /// type.
  @usableFromInline
  struct RulesOfNoValue<Value> {
    private init() {}

    @usableFromInline
    func merge(_ value: inout Value, with other: Value) { missing() }
    @usableFromInline
    func assigned(
      _ new: Value, over old: Value, isInPlace: Bool, formers: [UInt64]
    ) -> (value: Value, change: ValueChange) { missing() }
    @usableFromInline
    func originIdentity(of value: Value) -> UInt64? { missing() }
    @usableFromInline
    func noteStored(_ value: Value) { missing() }
    @usableFromInline
    func contradicts(_ one: Value, _ other: Value) -> Bool { missing() }

    func version(of value: Value) -> VersionOfNoValue { missing() }
    func delta(of value: Value, since version: VersionOfNoValue) -> ValueDelta? { missing() }
    func validate(_ delta: ValueDelta, for value: Value) throws(MissingHistory) { missing() }
    @usableFromInline
    func merge(_ delta: ValueDelta, into value: inout Value) throws(MissingHistory) { missing() }
    func droppingDeleted(_ value: Value) -> Value? { missing() }

    func write(_ value: Value, to writer: inout ByteWriter) { missing() }
    func read(from reader: inout ByteReader) throws(DecodingFailure) -> Value { missing() }
    func writeVersion(_ version: VersionOfNoValue, to writer: inout ByteWriter) { missing() }
    func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> VersionOfNoValue {
      missing()
    }
    func writeDelta(_ delta: ValueDelta, to writer: inout ByteWriter) { missing() }
    func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> ValueDelta {
      missing()
    }
  }

  @usableFromInline
  struct ValueDelta: Sendable {
    private init() {}
  }

  typealias AnyVersion = VersionOfNoValue

  /// The version of a replicating value. The type has no instances.
  struct VersionOfNoValue: Equatable, Sendable {
    private init() {}
  }

  private func missing() -> Never { preconditionFailure("values have no rules here") }

  extension ValueVersions.Item: Equatable {
    static func == (left: Self, right: Self) -> Bool { missing() }
    var isEmpty: Bool { missing() }
    func merged(with other: Self) -> Self { missing() }
    func news(since other: Self?) -> Self? { missing() }
  }

#endif
