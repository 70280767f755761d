// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentDocuments
import Foundation
import Testing

/// An app that imports `DecentDocuments` shows errors by their `localizedDescription`.
@Suite struct LocalizedErrorTests {
  /// An error of each public type that the app can meet.
  private let errors: [any Error] = [
    DatabaseFailure(code: .full, path: "/there"),
    DecodingFailure.truncated(offset: 7),
    DocumentFailure.editWithinEdit,
    EncodingFailure(reason: "it is a cycle"),
    ExchangeFailure.missingHistory,
    HeldChange.Reason.missingHistory,
    HeldChange.Reason.unreadable(.newer(found: 9, supported: 5)),
    HeldChange.Reason.damagedHere,
    MissingHistory(),
    RetirementFailure.unknownDevice(DeviceID(rawValue: 1)),
    StoreError(
      kind: .damaged, scope: .object, subject: "a.decent", reason: "it is cut off",
      advice: "restore it"),
    WatchInUse(),
  ]

  @Test func errorsSayTheirDescription() {
    for error in errors {
      #expect(error.localizedDescription == "\(error)")
      #expect(error.localizedDescription.contains(" "), "no words")
    }
  }

  /// The sources declare no other public errors.
  @Test func eachPublicErrorIsTested() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let declaration = /public (?:struct|enum|final class) (\w+): (?:[\w, ]+, )?Error\b/
    var declared: Set<String> = []
    for target in [
      "BinaryCoding", "Causality", "SequenceEngine", "ReplicatingText", "ReplicatingTypes",
      "DecentSync", "DecentDocuments",
    ] {
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: sources.appending(path: target).path)
      for file in files where file.hasSuffix(".swift") {
        let text = try String(
          contentsOf: sources.appending(path: "\(target)/\(file)"), encoding: .utf8)
        declared.formUnion(text.matches(of: declaration).map { String($0.output.1) })
      }
    }
    #expect(declared == Set(errors.map { "\(type(of: $0))" }))
  }
}
