// SPDX-License-Identifier: MIT

import BinaryCoding

extension String {
  /// This text on one line, harmless on a terminal: control characters are escaped as in Swift
  /// source.
  public var escapingControls: String { withControlsEscaped }

  /// This text, with control characters escaped as in Swift source, except those that `isExcepted`
  /// accepts.
  ///
  /// Bidirectional controls count as control characters, because they can disguise a line.
  public func escapingControls(except isExcepted: (Unicode.Scalar) -> Bool) -> String {
    withControlsEscaped(except: isExcepted)
  }
}
