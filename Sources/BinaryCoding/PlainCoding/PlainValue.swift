// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// A value that has a plain form: any `Codable` value.
  ///
  /// Embedded Swift has no `Codable`. There, `PlainValue` is a protocol of its own, with the same
  /// bytes (`PlainValue+Embedded.swift`). Code for both kinds of build uses the name `PlainValue`.
  public typealias PlainValue = Codable

  /// A value that a replicating type may hold: any value. In Embedded Swift the value's type must
  /// have a plain form, because a program cannot test for the form at run time.
  public typealias ReplicatedContent = Any

#endif
