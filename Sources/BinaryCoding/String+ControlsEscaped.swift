// SPDX-License-Identifier: MIT

extension String {
  /// This text on one line, harmless on a terminal: control characters are escaped as in Swift
  /// source.
  ///
  /// Bidirectional controls count as control characters, because they can disguise a line.
  package var withControlsEscaped: String {
    guard unicodeScalars.contains(where: { $0.isControl }) else { return self }
    return unicodeScalars.map { $0.isControl ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether this scalar commands a terminal rather than being shown.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isBidiControl
    default: false
    }
  }
}
