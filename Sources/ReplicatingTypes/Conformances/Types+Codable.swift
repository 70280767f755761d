// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import ReplicatingText

  // All are encoded as their frames: see ``Framed/encodeFrame(to:)``.

  extension ArrayUndo: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension HeldFields: Codable {
    func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingAddOnlySet: Codable where Element: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingArray: Codable where Element: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingCounter: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingDictionary: Codable where Key: Codable, Value: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingMultiValueRegister: Codable where Value: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingOrderedDictionary: Codable where Key: Codable, Value: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingOrderedSet: Codable where Element: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingRegister: Codable where Value: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingSet: Codable where Element: Codable {
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

  extension ReplicatingModel {
    /// Encodes the saved form as one string.
    public func encode(to encoder: any Encoder) throws {
      try encodeFrame(to: encoder)
    }

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
      try self.init(frameFrom: decoder)
    }
  }

#endif
