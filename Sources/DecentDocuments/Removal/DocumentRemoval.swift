// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// The reaches of a document when it was removed, one element per removal. All of them count
/// together.
///
/// It is a document of its own. It travels to all devices and stays when the removed document is
/// gone.
typealias DocumentRemoval = ReplicatingAddOnlySet<RemovedReach>

/// The reach of a document when it was removed, and the delta that is merged into the document if it
/// comes back, as bytes: the document's type alone understands them.
struct RemovedReach: Hashable, Sendable {
  let bytes: [UInt8]
  /// The bytes of the delta. The reach includes its edits. Empty if there is none.
  var leaving: [UInt8] = []
}

extension RemovedReach: Codable {
  /// Reads what ``encode(to:)`` wrote.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self)
      .split(separator: ".", omittingEmptySubsequences: false)
    let read = parts.compactMap { Data(base64Encoded: String($0)).map(Array.init) }
    // Each element has one form.
    guard (1...2).contains(read.count), read.count == parts.count,
      read.last != [] || read.count == 1
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a reach that is not in Base64")
    }
    self.init(bytes: read[0], leaving: read.count == 2 ? read[1] : [])
  }

  /// Encodes the bytes as one string in Base64. Those of a delta follow a full stop.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let parts = leaving.isEmpty ? [bytes] : [bytes, leaving]
    try container.encode(parts.map { Data($0).base64EncodedString() }.joined(separator: "."))
  }
}
