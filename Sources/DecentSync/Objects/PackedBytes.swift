// SPDX-License-Identifier: MIT

// `libzstd` is Zstandard's own package. `CZstd` wraps the library of the system.
#if canImport(libzstd)
  import libzstd
#else
  import CZstd
#endif

/// Bytes as libraries and remotes store them: compressed where that helps, as one frame of
/// Zstandard (RFC 8878) that states the size of the uncompressed bytes.
///
/// Other bytes are stored as they are. No frame of Decent begins like a frame of Zstandard, so the
/// first bytes show whether bytes are compressed.
package enum PackedBytes {
  /// The reason why stored bytes could not be unpacked.
  package enum Failure: Error, Equatable {
    /// The bytes are not one whole frame that states its size.
    case damaged
    /// The frame states a size above `limit`, the most bytes that it may unpack to.
    case tooLarge(claimed: UInt64, limit: Int)
  }

  /// The greatest compression ratio of a frame. Bytes that compress better are stored as they are.
  /// A frame that claims a greater ratio is refused before memory is allocated for it.
  package static let greatestRatio = 128

  private static let magic: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]

  /// The effort of packing.
  package enum Effort: Int32 {
    /// For bytes that are written often: five times as fast as ``high``, for a tenth more bytes.
    case low = 4
    /// For bytes that stay. Higher levels of Zstandard take twice as long, and save only another
    /// twentieth of the bytes.
    case high = 12
  }

  /// The bytes to store.
  package static func pack(_ bytes: [UInt8], effort: Effort = .high) -> [UInt8] {
    let packed = [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) {
      buffer, count in
      let size = ZSTD_compress(
        buffer.baseAddress, buffer.count, bytes, bytes.count, effort.rawValue)
      count = ZSTD_isError(size) == 0 ? size : 0
    }
    let isWorthIt = !packed.isEmpty && packed.count < bytes.count
    return isWorthIt && bytes.count <= limit(of: packed.count) ? packed : bytes
  }

  /// Whether bytes begin like stored bytes, packed or not.
  package static func isStored(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: magic) || bytes.starts(with: Array("DCN".utf8))
  }

  /// The original of bytes that `pack(_:effort:)` returned.
  ///
  /// - Parameter greatest: The greatest size that the unpacked bytes may have.
  package static func unpack(
    _ bytes: [UInt8], greatest: Int = .max
  ) throws(Failure) -> [UInt8] {
    guard bytes.starts(with: magic) else { return bytes }
    guard ZSTD_findFrameCompressedSize(bytes, bytes.count) == bytes.count else { throw .damaged }
    let claimed = ZSTD_getFrameContentSize(bytes, bytes.count)
    // The two greatest numbers say that the size is not stated, or cannot be read.
    guard claimed < UInt64.max - 1 else { throw .damaged }
    let limit = min(greatest, limit(of: bytes.count))
    guard claimed <= UInt64(limit) else { throw .tooLarge(claimed: claimed, limit: limit) }
    var size = 0
    let unpacked = [UInt8](unsafeUninitializedCapacity: Int(claimed)) { buffer, count in
      size = ZSTD_decompress(buffer.baseAddress, buffer.count, bytes, bytes.count)
      count = ZSTD_isError(size) == 0 ? size : 0
    }
    guard ZSTD_isError(size) == 0, unpacked.count == Int(claimed) else { throw .damaged }
    return unpacked
  }

  private static func limit(of size: Int) -> Int { size * greatestRatio }
}

extension PackedBytes.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged: "the compressed data is damaged"
    case .tooLarge(let claimed, let limit):
      "the compressed data claims to hold \(claimed) bytes, more than the \(limit) it can hold"
    }
  }
}
