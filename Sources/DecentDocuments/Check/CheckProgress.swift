// SPDX-License-Identifier: MIT

/// How far a check of a library has come.
public struct CheckProgress: Hashable, Sendable {
  /// How many documents were read.
  public package(set) var documentsRead = 0
  /// How many documents there are, including the documents that hold removals.
  public let documentCount: Int
  /// How many bytes the library stores of the documents that were read.
  public package(set) var bytesRead = 0

  package init(documentCount: Int) {
    self.documentCount = documentCount
  }
}
