// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import SavedForms
import Testing

/// Writes golden files, when `Scripts/golden` asks for it.
@Suite struct GoldenWriter {
  private static let version =
    UInt64(ProcessInfo.processInfo.environment["DECENT_GOLDEN_VERSION"] ?? "")

  /// Writes the missing files and lists them. Existing files stay as they are.
  @Test(.enabled(if: version != nil, "not asked for"))
  func write() throws {
    try #require(Self.version == Frame.version, "this package writes format \(Frame.version)")
    var (written, kept) = (0, 0)
    for form in SavedForms.all {
      let samples = try form.samples()
      let folder = GoldenFiles.Folder(version: Frame.version, name: form.name)
      try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
      for sample in samples {
        let file = folder.url(of: sample, "bytes")
        if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
          kept += 1
          continue
        }
        try #require(sample.bytes.count <= GoldenFiles.maximumSize, "\(file) is too large")
        let shown = try form.shown(sample.bytes, as: sample.part, to: samples)
        try Data(sample.bytes).write(to: file, options: .withoutOverwriting)
        try Data((shown.joined(separator: "\n") + "\n").utf8)
          .write(to: folder.url(of: sample, "txt"), options: .withoutOverwriting)
        written += 1
      }
    }
    try GoldenList.extend()
    print("golden: \(written) samples written, \(kept) were there and are as they were")
  }
}
