// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// The reaches of a document when it was removed, one element per removal. All of them count
/// together.
///
/// It is a document of its own. It travels to all devices and stays when the removed document is
/// gone.
typealias DocumentRemoval = ReplicatingAddOnlySet<RemovedReach>

/// The reach of a document when it was removed, as bytes: the document's type alone understands them.
struct RemovedReach: Hashable, Sendable {
  let bytes: [UInt8]
}

extension RemovedReach: Codable {
  /// Reads what ``encode(to:)`` wrote.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let data = Data(base64Encoded: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a reach that is not in Base64")
    }
    bytes = Array(data)
  }

  /// Encodes the bytes as one string in Base64.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes).base64EncodedString())
  }
}
