// SPDX-License-Identifier: MIT

import BinaryCoding

// The texts of times and identities. `Codable` formats use the same texts:
//
//     HybridTimestamp   1764444000000-2                   milliseconds since 1970, counter
//     RunID             01jd9k3m5x2v7q8w4e6r1t5y3p        26 letters and digits
//     SessionID         01jd9k3m5x2v7q8w4e6r1t5y3p-0      run, number of the session
//     Dot               01jd9k3m5x2v7q8w4e6r1t5y3p-0-41   session, number of the edit

/// The text of a time: its milliseconds since 1970 and its counter, as in `1764444000000-2`.
extension HybridTimestamp: TextCodable {
  public var description: String { "\(milliseconds)-\(rawValue & 0xffff)" }

  /// Reads the text that ``description`` gave; nil for any other text.
  public init?(_ description: String) {
    guard let (time, counter) = description.partsAtLastDash, let time = UInt64(time),
      time >> 48 == 0, let counter = UInt16(counter)
    else { return nil }
    self.init(rawValue: time << 16 | UInt64(counter))
    guard self.description == description else { return nil }
  }
}

/// The text of a run: its 128 bits in 26 letters and digits, as in `01jd9k3m5x2v7q8w4e6r1t5y3p`.
///
/// The digits are Crockford's Base 32, so that texts of later runs compare as greater.
extension RunID: TextCodable {
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let length = 26

  public var description: String {
    let text = (0..<Self.length).map { place in
      Self.letters[Int(truncatingIfNeeded: rawValue >> UInt128(5 * (Self.length - 1 - place))) & 31]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the text that ``description`` gave; nil for any other text.
  public init?(_ description: String) {
    guard description.utf8.count == Self.length else { return nil }
    var value: UInt128 = 0
    for letter in description.utf8 {
      guard let digit = Self.letters.firstIndex(of: letter), value >> 123 == 0 else { return nil }
      value = value << 5 | UInt128(digit)
    }
    self.init(rawValue: value)
  }
}

/// The text of a session: its run and its number in the run, as in `01jd9k3m5x2v7q8w4e6r1t5y3p-0`.
extension SessionID: TextCodable {
  public var description: String { run.description + "-\(number)" }

  /// Reads the text that ``description`` gave; nil for any other text.
  public init?(_ description: String) {
    guard let (run, number) = description.partsAtLastDash, let run = RunID(run),
      let number = UInt32(number), number <= Self.maximumNumber
    else { return nil }
    self.init(run: run, number: number)
    // Signs and leading zeros would give a session more than one text.
    guard self.description == description else { return nil }
  }
}

/// The text of a dot: its session and its number in the session, as in
/// `01jd9k3m5x2v7q8w4e6r1t5y3p-0-41`.
extension Dot: TextCodable {
  public var description: String { session.description + "-\(number)" }

  /// Reads the text that ``description`` gave; nil for any other text.
  public init?(_ description: String) {
    guard let (session, number) = description.partsAtLastDash, let session = SessionID(session),
      let number = Int(number), (0...Dot.maximumNumber).contains(number)
    else { return nil }
    self.init(session: session, number: number)
    guard self.description == description else { return nil }
  }
}

extension String {
  /// The texts before and after the last dash; nil if there is no dash.
  fileprivate var partsAtLastDash: (String, String)? {
    guard let dash = utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    return (String(self[..<dash]), String(self[utf8.index(after: dash)...]))
  }
}

#if !hasFeature(Embedded)
  /// A vector is encoded as a dictionary of counts, whose keys are the texts of the sessions.
  extension VersionVector: Codable {
    public func encode(to encoder: any Encoder) throws { try counts.encode(to: encoder) }

    /// Reads the dictionary that `encode(to:)` wrote.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a key that is no session, and for a count that
    ///   is not from 1 to ``Dot/maximumNumber``. Also any error of the decoder.
    public init(from decoder: any Decoder) throws {
      self.init()
      for (session, count) in try [SessionID: Int](from: decoder) {
        guard (1...Dot.maximumNumber).contains(count) else {
          throw DecodingError.dataCorrupted(
            DecodingError.Context(
              codingPath: decoder.codingPath + [session.codingKey],
              debugDescription: "a count of edits that is not from 1 to \(Dot.maximumNumber)"))
        }
        advance(session, to: count)
      }
    }
  }
#endif
