// SPDX-License-Identifier: MIT

/// The text of a dot: its run in 26 letters and digits, then the numbers of its session and its
/// edit, as in `01jd9k3m5x2v7q8w4e6r1t5y3p-0-41`.
///
/// The run is written in Crockford's Base 32, so that texts of later runs compare as greater. A dot
/// has only one text.
extension Dot: LosslessStringConvertible {
  public var description: String {
    "\(RunText.text(of: session.run))-\(session.number)-\(number)"
  }

  /// Reads the text that ``description`` gave; nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let run = RunText.run(in: parts[0].utf8),
      let session = UInt32(parts[1]), let number = Int(parts[2]),
      (0...Dot.maximumNumber).contains(number)
    else { return nil }
    self.init(session: SessionID(run: run, number: session), number: number)
    // Signs and leading zeros would give a dot more texts.
    guard self.description == description else { return nil }
  }
}

/// A run's id in Base 32.
private enum RunText {
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let length = 26

  static func text(of run: RunID) -> String {
    let text = (0..<length).map { place in
      letters[Int(truncatingIfNeeded: run.rawValue >> UInt128(5 * (length - 1 - place))) & 31]
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func run(in text: Substring.UTF8View) -> RunID? {
    guard text.count == length else { return nil }
    var value: UInt128 = 0
    for letter in text {
      guard let digit = letters.firstIndex(of: letter), value >> 123 == 0 else { return nil }
      value = value << 5 | UInt128(digit)
    }
    return RunID(rawValue: value)
  }
}
