// SPDX-License-Identifier: MIT

import BinaryCoding

/// An object of the log in its former form, in which each claim holds whole frames. Readers accept
/// the form; no program writes it any more. The payload of its frame:
///
/// ```
/// device  number  level  taken  claims
/// taken:  count  device, number and checksum of each, ascending
/// claims: count  claims by ascending document; those of one document one after the other
/// claim:  document  base            news            delta
///         string    prefixed bytes  prefixed bytes  prefixed bytes
/// ```
///
/// A device is its place in the frame's table of identifiers; number, level and counts are
/// varints; a checksum has 4 bytes, little-endian.
package struct WholeFramesObject: AlwaysEncodable, Equatable {
  package let object: LogObject

  package init(_ object: LogObject) { self.object = object }

  package static let frameKind = FrameKind(code: 902, name: "an object of the log")

  package func encode(to writer: inout ByteWriter) {
    object.encodeHead(to: &writer)
    writer.writeCount(object.claims.count)
    for claim in object.claims {
      claim.document.encode(to: &writer)
      writer.writePrefixed(claim.base)
      writer.writePrefixed(claim.news)
      writer.writePrefixed(claim.delta)
    }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let head = try LogObject.Head(from: &reader)
    var claims: [Claim] = []
    for _ in 0..<(try reader.readClaimCount()) {
      let document = try DocumentID(from: &reader)
      guard claims.last.map({ $0.document <= document }) ?? true else {
        throw reader.corrupt("documents out of order")
      }
      let (base, news) = (try reader.readPrefixed(), try reader.readPrefixed())
      claims.append(
        Claim(document: document, base: base, news: news, delta: try reader.readPrefixed()))
    }
    self.init(LogObject(head, claims))
  }
}
