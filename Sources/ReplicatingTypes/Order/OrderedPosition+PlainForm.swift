// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

#if !hasFeature(Embedded)
  /// The encoding that tells a position apart from others: see ``SameEdit``.
  /// FORMAT.md specifies it under "Derived sessions".
  extension OrderedPosition: Encodable where Element: Encodable {
    @usableFromInline
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      let (run, session) = (stamp.dot.session.run.rawValue, stamp.dot.session.number)
      try container.encode(stamp.time.rawValue)
      try container.encode(UInt64(truncatingIfNeeded: run))
      try container.encode(UInt64(truncatingIfNeeded: run >> 64))
      try container.encode(session)
      try container.encode(stamp.dot.number)
      try container.encode(element)
    }
  }
#else
  extension OrderedPosition: PlainEncodable {
    @usableFromInline
    func encodePlain(to writer: inout ByteWriter) {
      writer.writePlainArray { writer in
        let (run, session) = (stamp.dot.session.run.rawValue, stamp.dot.session.number)
        writer.writePlain(stamp.time.rawValue)
        writer.writePlain(UInt64(truncatingIfNeeded: run))
        writer.writePlain(UInt64(truncatingIfNeeded: run >> 64))
        writer.writePlain(session)
        writer.writePlain(stamp.dot.number)
        writer.writePlain(element)
      }
    }
  }
#endif
