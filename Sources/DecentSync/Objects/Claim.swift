// SPDX-License-Identifier: MIT

/// A statement about a document: a replica at version ``base`` also knows ``news`` after it took
/// in ``delta``.
///
/// Edits just made, a compaction of many edits, and a whole document are all claims, and differ
/// only in length. Only the documents understand the bytes of versions and deltas. The empty
/// array is the version of a replica that knows nothing.
package struct Claim: Hashable, Sendable {
  /// The document.
  package let document: DocumentID
  /// The version that a replica must contain before it takes in the delta.
  package let base: [UInt8]
  /// The version that a replica contains after it took in the delta, less the base.
  package let news: [UInt8]
  /// The bytes of the change.
  package let delta: [UInt8]

  /// Makes a claim.
  package init(document: DocumentID, base: [UInt8], news: [UInt8], delta: [UInt8]) {
    self.document = document
    self.base = base
    self.news = news
    self.delta = delta
  }

  /// The approximate size of the claim in an object, in bytes.
  package var size: Int {
    document.text.utf8.count + base.count + news.count + delta.count + 8
  }
}
