// SPDX-License-Identifier: MIT

import BinaryCoding

/// How values of a type are encoded and decoded, if they are `Framed`.
struct ByteOperations<Content> {
  let encode: (Content) throws(EncodingFailure) -> [UInt8]
  let decode: ([UInt8]) throws(DecodingFailure) -> Content

  /// Asks the type at run time, so that generic code gives the same answer as
  /// concrete code does.
  init?() {
    guard let type = Content.self as? any Framed.Type else { return nil }
    self = Self.operations(of: type)
  }

  init(
    encode: @escaping (Content) throws(EncodingFailure) -> [UInt8],
    decode: @escaping ([UInt8]) throws(DecodingFailure) -> Content
  ) {
    self.encode = encode
    self.decode = decode
  }

  private static func operations<Type: Framed>(of type: Type.Type) -> Self {
    Self(
      encode: { (content) throws(EncodingFailure) in
        try known(content, as: Type.self).encoded()
      },
      decode: { (bytes) throws(DecodingFailure) in
        known(try Type(encoded: bytes), as: Content.self)
      })
  }
}

/// A value as the type that it was asked about before.
func known<Known>(_ value: Any, as type: Known.Type) -> Known {
  guard let value = value as? Known else {
    preconditionFailure("\(value) was taken for a \(type)")
  }
  return value
}
