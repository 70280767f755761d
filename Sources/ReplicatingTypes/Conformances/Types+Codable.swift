// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding

  extension ArrayUndo: FrameCodable {}
  extension HeldFields: FrameCodable {}
  extension ReplicatingAddOnlySet: FrameCodable, Codable where Element: Codable {}
  extension ReplicatingArray: FrameCodable, Codable where Element: Codable {}
  extension ReplicatingCounter: FrameCodable {}
  extension ReplicatingDictionary: FrameCodable, Codable where Key: Codable, Value: Codable {}
  extension ReplicatingMultiValueRegister: FrameCodable, Codable where Value: Codable {}
  extension ReplicatingOrderedDictionary: FrameCodable, Codable
  where Key: Codable, Value: Codable {}
  extension ReplicatingOrderedSet: FrameCodable, Codable where Element: Codable {}
  extension ReplicatingRegister: FrameCodable, Codable where Value: Codable {}
  extension ReplicatingSet: FrameCodable, Codable where Element: Codable {}
#endif
