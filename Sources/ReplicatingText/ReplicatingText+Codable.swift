// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding

  extension ReplicatingText: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }
#endif
