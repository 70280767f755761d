// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import SavedForms
import SequenceEngine
import Testing

/// All bytes of this format can be read, and show the same contents as when they were saved.
@Suite struct GoldenTests {
  private let folders: [GoldenFiles.Folder]

  init() throws {
    folders = try GoldenFiles.folders()
  }

  /// No golden file was ever removed or replaced, and none is missing in the list.
  @Test func everyFileIsAsItWasListed() throws {
    let (listed, found) = (try GoldenList.listed(), try GoldenList.found())
    let missing = listed.keys.filter { found[$0] == nil }.sorted()
    #expect(missing == [], "removed, though they are kept for ever")
    let changed = found.keys.filter { listed[$0] != nil && listed[$0] != found[$0] }.sorted()
    #expect(changed == [], "changed, though they are kept for ever")
    let unlisted = found.keys.filter { listed[$0] == nil }.sorted()
    #expect(unlisted == [], "not in Tests/Golden/checksums; run Scripts/golden")
  }

  @Test func everyFileShowsWhatItShowed() throws {
    var count = 0
    for folder in folders {
      let form = try #require(SavedForms.named(folder.name), "what is \(folder)?")
      for sample in folder.samples {
        count += 1
        let shown = try form.shown(sample.bytes, as: sample.part, to: folder.samples)
        #expect(
          try folder.shown(sample) == shown.joined(separator: "\n") + "\n",
          "\(folder), \(sample.part) \(sample.name)")
      }
    }
    #expect(count > 0)
    print("\(count) golden files read")
  }

  @Test func everyFileIsSound() throws {
    for folder in folders {
      let form = try #require(SavedForms.named(folder.name))
      for sample in folder.samples {
        let complaint = try form.complaint(about: sample.bytes, as: sample.part)
        #expect(complaint == nil, "\(folder), \(sample.part) \(sample.name)")
      }
    }
  }

  /// Small nodes make own bytes of shorter texts hold late positions: those differ then.
  @Test func thisFormatIsWrittenAsItWas() throws {
    for folder in folders {
      let form = try #require(SavedForms.named(folder.name))
      if NodeSizes.areSmall && folder.name.hasPrefix("own-") { continue }
      for sample in folder.samples {
        let written = try form.rewritten(sample.bytes, as: sample.part)
        #expect(written == sample.bytes, "\(folder), \(sample.part) \(sample.name)")
      }
    }
  }

  @Test func filesOfEarlierFormatsAreRefusedByName() throws {
    let older = try GoldenFiles.olderFolders()
    #expect(older.count >= 3)
    for folder in older {
      let form = try #require(SavedForms.named(folder.name))
      for sample in folder.samples {
        let failure = DecodingFailure.older(found: folder.version, supported: Frame.version)
        #expect(throws: failure, "\(folder)") { try form.read(sample.bytes, as: sample.part) }
      }
    }
  }

  @Test func everyFileIsSmall() throws {
    for folder in folders {
      for sample in folder.samples {
        #expect(sample.bytes.count <= GoldenFiles.maximumSize, "\(folder), \(sample.name)")
      }
    }
  }

  @Test func everySampleHasAFile() throws {
    for form in SavedForms.all {
      let filed = folders.filter { $0.name == form.name }.flatMap(\.samples)
      for sample in try form.samples() {
        #expect(
          filed.contains { $0.part == sample.part && $0.name == sample.name },
          "\(form), \(sample.part) \(sample.name) has no golden file; run Scripts/golden")
      }
    }
  }

  // MARK: Kinds of frames

  /// The kinds are those in the sources, in FORMAT.md, in the list of forms, and each has a
  /// file of this version of the format.
  @Test func everyKindOfFrameHasAFile() throws {
    let coded = try kindsInSources()
    try #require(coded.count > 20)
    #expect(try kindsInFormat() == coded, "FORMAT.md and the sources name other kinds")

    let formed = Set(SavedForms.all.flatMap { $0.kinds.values.map(\.code) })
    #expect(coded.subtracting(formed) == [], "kinds without a line in SavedForms")

    let filed = try Set(folders.flatMap(\.samples).map { try DamagedFrame($0.bytes).kind })
    #expect(formed.subtracting(filed) == [], "kinds without a golden file; run Scripts/golden")
  }

  /// The codes that `FrameKind`s are made with, but for examples.
  private func kindsInSources() throws -> Set<UInt64> {
    let sources = GoldenFiles.package.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: sources.path(percentEncoded: false))
    return try files.filter { $0.hasSuffix(".swift") }.reduce(into: []) { kinds, file in
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.contains("///") {
        if let match = line.firstMatch(of: /FrameKind\(code: ([0-9]+)/),
          let code = UInt64(match.1)
        {
          kinds.insert(code)
        }
      }
      // The call may be broken into two lines.
      for match in text.matches(of: /FrameKind\(\n *code: ([0-9]+)/) {
        if let code = UInt64(match.1) { kinds.insert(code) }
      }
    }
  }

  /// The codes in the tables of "Kinds of frames".
  private func kindsInFormat() throws -> Set<UInt64> {
    let text = try String(
      contentsOf: GoldenFiles.package.appending(path: "FORMAT.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "\n## Kinds of frames\n").last)
    let table = try #require(section.split(separator: "\n## ").first)
    let cells = table.matches(of: /\| ([0-9]+) (?=\|)/)
    return Set(cells.compactMap { UInt64($0.1) })
  }
}
