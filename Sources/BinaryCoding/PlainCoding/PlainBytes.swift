// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Collections of bytes that are written and read as an array of bytes is, without a call for each
  /// byte: Foundation's `Data`, and contiguous arrays.
  ///
  /// This module does not import Foundation. So `Data` is recognised by its name, besides its
  /// conformances: another collection of bytes may have an `encode(to:)` of its own.
  enum PlainBytes {
    /// The leaf that writes a value, if its type is a leaf or such a collection.
    static func leaf(of value: some Any) -> (any PlainLeaf)? {
      if let leaf = value as? any PlainLeaf { return leaf }
      guard let collection = value as? any RangeReplaceableCollection else { return nil }
      return bytes(in: collection)
    }

    /// Reads a value, if the type is such a collection.
    static func read<Value>(
      _ type: Value.Type, from reader: inout ByteReader
    ) throws(DecodingFailure) -> Value? {
      guard let collection = type as? any RangeReplaceableCollection.Type, holdsBytes(collection)
      else { return nil }
      return make(collection, of: try [UInt8].readLeaf(from: &reader)) as? Value
    }

    private static func bytes<Bytes: RangeReplaceableCollection>(in value: Bytes) -> [UInt8]? {
      guard holdsBytes(Bytes.self) else { return nil }
      return value.withContiguousStorageIfAvailable { Array(UnsafeRawBufferPointer($0)) }
        ?? Array(value) as Any as? [UInt8]
    }

    private static func make<Bytes: RangeReplaceableCollection>(
      _ type: Bytes.Type, of bytes: [UInt8]
    ) -> Bytes? {
      (bytes as Any as? [Bytes.Element]).map { Bytes($0) }
    }

    private static func holdsBytes<Bytes: RangeReplaceableCollection>(_ type: Bytes.Type) -> Bool {
      guard Bytes.Element.self == UInt8.self else { return false }
      if Bytes.self == ContiguousArray<UInt8>.self { return true }
      let name = _typeName(Bytes.self)
      return name == "Foundation.Data" || name == "FoundationEssentials.Data"
    }
  }

#endif
