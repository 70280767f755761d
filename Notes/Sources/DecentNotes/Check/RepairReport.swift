// SPDX-License-Identifier: MIT

/// The outcome of repairing a library.
public struct RepairReport: Sendable {
  /// The steps that were taken, each a sentence without its full stop.
  public internal(set) var steps: [String] = []
  /// The folder with the bytes of damaged documents; nil if no bytes were kept.
  public internal(set) var keptFolder: String?
  /// The notes whose last known text was kept as a file, and the path of that file.
  public internal(set) var keptTexts: [(title: String, path: String)] = []
  /// The problems that remain after the repair.
  public internal(set) var remaining: [LibraryProblem] = []
}
