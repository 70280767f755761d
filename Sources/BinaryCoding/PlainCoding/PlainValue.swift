// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// A value that has a plain form: any `Codable` value.
  ///
  /// Embedded Swift has no `Codable`. There, `PlainValue` is a protocol of its own, with the same
  /// bytes (`PlainValue+Embedded.swift`). So code for both names this.
  public typealias PlainValue = Codable

  /// A value that a replicating type may hold: any value. In Embedded Swift, which cannot ask a value
  /// at run time for a plain form, the value must have one.
  public typealias ReplicatedContent = Any

#endif
