// SPDX-License-Identifier: MIT

/// How far a check of a library has come.
public struct CheckProgress: Hashable, Sendable {
  /// How many documents were read.
  public internal(set) var documentsRead = 0
  /// How many documents there are: the notes, and their order.
  public let documentCount: Int
  /// How many bytes the library stores of the documents that were read.
  public internal(set) var bytesRead = 0

  init(documentCount: Int) {
    self.documentCount = documentCount
  }
}
