// SPDX-License-Identifier: MIT

import BinaryCoding

/// An author of edits: one value that is edited, without being copied, in one run of a program. The
/// edits of a session are numbered from 0.
///
/// ``SessionToken`` opens and continues sessions; user code never names a session.
public struct SessionID: Hashable, Comparable, Sendable {
  /// The run of the program.
  public let run: RunID
  /// The number of the session in its run.
  public let number: UInt32

  /// Makes an id from its parts.
  public init(run: RunID, number: UInt32) {
    self.run = run
    self.number = number
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.run == right.run ? left.number < right.number : left.run < right.run
  }
}

extension SessionID: BinaryCodable {
  public func encode(to writer: inout ByteWriter) {
    writer.writeIdentifier(run.rawValue)
    writer.writeVarint(UInt64(number))
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let run = RunID(rawValue: try reader.readIdentifier())
    self.init(run: run, number: try reader.readSessionNumber())
  }

  /// Appends a session of a list: see ``ByteWriter/writeIdentifier(_:after:)``.
  package func encode(to writer: inout ByteWriter, after last: inout Int) {
    writer.writeIdentifier(run.rawValue, after: &last)
    writer.writeVarint(UInt64(number))
  }

  /// Reads a session that `encode(to:after:)` wrote.
  package init(from reader: inout ByteReader, after last: inout Int) throws(DecodingFailure) {
    let run = RunID(rawValue: try reader.readIdentifier(after: &last))
    self.init(run: run, number: try reader.readSessionNumber())
  }
}

extension ByteReader {
  fileprivate mutating func readSessionNumber() throws(DecodingFailure) -> UInt32 {
    let number = try readVarint()
    guard number <= SessionID.maximumNumber else {
      throw corrupt("a session's number of \(number), above \(SessionID.maximumNumber)")
    }
    return UInt32(number)
  }
}
