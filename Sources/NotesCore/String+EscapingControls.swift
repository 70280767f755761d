// SPDX-License-Identifier: MIT

extension String {
  /// This text on one line, harmless on a terminal: control characters are escaped as in Swift
  /// source.
  public var escapingControls: String {
    escapingControls { _ in false }
  }

  /// This text, with control characters escaped as in Swift source, except those that `isExcepted`
  /// accepts.
  ///
  /// Bidirectional controls count as control characters, because they can disguise a line.
  public func escapingControls(except isExcepted: (Unicode.Scalar) -> Bool) -> String {
    // Most texts are printable ASCII. Testing bytes is many times faster than testing scalars.
    if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7f }) { return self }
    guard unicodeScalars.contains(where: { $0.isControl }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isControl && !isExcepted(scalar) {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether this scalar commands a terminal rather than being shown.
  public var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format:
      properties.isBidiControl
    default: false
    }
  }
}
