// SPDX-License-Identifier: MIT

/// What repairing a library did.
public struct RepairReport: Sendable {
  /// What was done, a sentence without its end for each.
  public internal(set) var steps: [String] = []
  /// The folder that holds what was kept of damaged documents; nil if there are none.
  public internal(set) var keptFolder: String?
  /// The notes of which the text that was last known was kept as a file, and that file.
  public internal(set) var keptTexts: [(title: String, path: String)] = []
  /// What is still wrong.
  public internal(set) var remaining: [LibraryProblem] = []
}
