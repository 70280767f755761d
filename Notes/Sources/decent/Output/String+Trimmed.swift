// SPDX-License-Identifier: MIT

import Foundation

extension String {
  /// The text without the spaces and line ends around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
