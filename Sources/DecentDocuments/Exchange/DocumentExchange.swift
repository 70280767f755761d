// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicatingTypes

/// One side of an exchange of a document with a replica like a web page: a version, and the edits
/// that the other side lacks. The bytes encode a document's `Version` and `Delta`.
public struct DocumentExchange: Equatable, Sendable {
  /// The version of this side, which includes the edits of ``delta``. Empty if this side has no
  /// edits.
  public var version: [UInt8]
  /// The edits that the other side lacks; empty if there are none.
  public var delta: [UInt8]

  /// Makes one side.
  public init(version: [UInt8] = [], delta: [UInt8] = []) {
    self.version = version
    self.delta = delta
  }
}

/// The reason why an exchange was refused; nothing was changed.
public enum ExchangeFailure: Error, Equatable, Sendable {
  /// The bytes are no version or no delta of the document.
  case unreadable(DecodingFailure)
  /// The delta builds on edits that the library lacks.
  case missingHistory
  /// The document was removed, and the other side has no edit beyond the removal.
  case removed
}

extension ExchangeFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let failure):
      "what was sent of the document cannot be read: \(failure)"
    case .missingHistory:
      "the edits build on others that are not here; send the whole document"
    case .removed:
      "the document was removed, and nothing was changed in it since; drop it"
    }
  }
}

/// The other side of an exchange, decoded.
struct DecodedExchange<Document: ReplicatingDocument> {
  let version: Document.Version
  private let delta: Document.Delta?

  init(_ exchange: DocumentExchange) throws(ExchangeFailure) {
    do throws(DecodingFailure) {
      version =
        exchange.version.isEmpty
        ? Document.Version() : try Document.Version(encoded: exchange.version)
      delta = exchange.delta.isEmpty ? nil : try Document.Delta(encoded: exchange.delta)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Whether the other side sends edits.
  var hasEdits: Bool { delta != nil }

  /// Merges the other side's edits into a document.
  ///
  /// The other side sends its version with the edits. If the document lacks a part of that version
  /// after the merge, the delta builds on edits that are missing here. The merge itself need not
  /// throw then: for example, it could take in a new title without the text.
  func merge(into document: inout Document) throws(ExchangeFailure) {
    guard let delta else { return }
    do throws(MissingHistory) {
      try document.merge(delta: delta)
    } catch {
      throw .missingHistory
    }
    guard document.contains(version) else { throw .missingHistory }
  }

  /// The answer to the other side, from the document.
  func answer(of document: Document) throws -> DocumentExchange {
    DocumentExchange(
      version: try document.version.encoded(),
      delta: try document.delta(since: version)?.encoded() ?? [])
  }
}
