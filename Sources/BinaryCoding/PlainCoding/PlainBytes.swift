// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Collections of bytes that are written and read like `[UInt8]`, without a call for each byte:
  /// Foundation's `Data`, and `ContiguousArray`.
  ///
  /// This module does not import Foundation, so it recognises `Data` by name. The protocols of
  /// `Data` do not suffice: another collection of bytes may have an `encode(to:)` of its own.
  enum PlainBytes {
    /// The leaf that writes a value; nil if the type is neither a leaf nor a collection of bytes.
    static func leaf(of value: some Any) -> (any PlainLeaf)? {
      func leaf(_ bytes: some RangeReplaceableCollection<UInt8>) -> any PlainLeaf {
        ByteCollection(bytes: bytes)
      }
      if let leaf = value as? any PlainLeaf { return leaf }
      guard let collection = value as? any RangeReplaceableCollection, holdsBytes(collection),
        let bytes = collection as? any RangeReplaceableCollection<UInt8>
      else { return nil }
      return leaf(bytes)
    }

    /// Reads a value; nil if the type is not a collection of bytes.
    static func read<Value>(
      _ type: Value.Type, from reader: inout ByteReader
    ) throws(DecodingFailure) -> Value? {
      func read<Bytes: RangeReplaceableCollection<UInt8>>(
        _: Bytes.Type, from reader: inout ByteReader
      ) throws(DecodingFailure) -> Any {
        try ByteCollection<Bytes>.readLeaf(from: &reader).bytes
      }
      guard let collection = type as? any RangeReplaceableCollection.Type, holdsBytes(collection),
        let bytes = collection as? any RangeReplaceableCollection<UInt8>.Type
      else { return nil }
      return try read(bytes, from: &reader) as? Value
    }

    private static func holdsBytes<Bytes: RangeReplaceableCollection>(_: Bytes) -> Bool {
      holdsBytes(Bytes.self)
    }

    private static func holdsBytes<Bytes: RangeReplaceableCollection>(_ type: Bytes.Type) -> Bool {
      guard Bytes.Element.self == UInt8.self else { return false }
      if Bytes.self == ContiguousArray<UInt8>.self { return true }
      let name = _typeName(Bytes.self)
      return name == "Foundation.Data" || name == "FoundationEssentials.Data"
    }
  }

  /// A collection of bytes that is written and read with one copy.
  private struct ByteCollection<Bytes: RangeReplaceableCollection<UInt8>>: PlainLeaf {
    let bytes: Bytes

    func writeLeaf(to writer: inout ByteWriter) {
      let isWritten: Void? = bytes.withContiguousStorageIfAvailable { $0.writeBytes(to: &writer) }
      if isWritten == nil { Array(bytes).writeBytes(to: &writer) }
    }

    static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> Self {
      Self(bytes: Bytes(try reader.readBytes()))
    }
  }

#endif
