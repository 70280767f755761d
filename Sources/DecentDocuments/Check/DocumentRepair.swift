// SPDX-License-Identifier: MIT

import Foundation

/// The outcome of repairing a library of documents.
public struct DocumentRepair: Hashable, Sendable {
  /// The problems that were found and are gone.
  public internal(set) var repaired: [DocumentProblem] = []
  /// The problems that remain.
  public internal(set) var remaining: [DocumentProblem] = []
  /// The damaged file, if a new file was made of its readable content. The library is then another
  /// device.
  public internal(set) var damagedFile: URL?
  /// The folder with the bytes of damaged documents; nil if there are none.
  public internal(set) var keptFolder: URL?
}
