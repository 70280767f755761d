// SPDX-License-Identifier: MIT

extension String {
  /// This text on one line, harmless on a terminal: control characters are escaped as in Swift
  /// source.
  package var withControlsEscaped: String { withControlsEscaped { _ in false } }

  /// This text, with control characters escaped as in Swift source, except those that `isExcepted`
  /// accepts.
  ///
  /// Bidirectional controls count as control characters, because they can disguise a line.
  package func withControlsEscaped(except isExcepted: (Unicode.Scalar) -> Bool) -> String {
    // Most texts are printable ASCII. Testing bytes is many times faster than testing scalars.
    if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7f }) { return self }
    guard unicodeScalars.contains(where: { $0.commandsTerminal }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.commandsTerminal && !isExcepted(scalar) {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether a terminal obeys this scalar instead of showing it.
  package var commandsTerminal: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isBidiControl
    default: false
    }
  }
}
