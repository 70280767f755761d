// SPDX-License-Identifier: MIT

/// The progress of a check of a library.
public struct CheckProgress: Hashable, Sendable {
  /// The number of documents that were read.
  public package(set) var documentsRead = 0
  /// The number of documents in the library, including the documents that hold removals.
  public let documentCount: Int
  /// The stored size of the documents that were read, in bytes.
  public package(set) var bytesRead = 0

  package init(documentCount: Int) {
    self.documentCount = documentCount
  }
}
