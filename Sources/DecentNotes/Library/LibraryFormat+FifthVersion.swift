// SPDX-License-Identifier: MIT

extension DatabaseFormat {
  /// What version 5 added. The statements run on the tables of version 4, be they empty.
  static let fifthVersion = fifthVersionOrder + fifthVersionSync

  /// What version 5 added for the order of the notes.
  private static let fifthVersionOrder = ""

  /// What version 5 added to the books of sync.
  private static let fifthVersionSync = ""
}
