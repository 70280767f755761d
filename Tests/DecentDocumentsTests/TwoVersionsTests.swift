// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// A recipe of the app's first version, which keeps what later ones add.
private struct FirstRecipe: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var method = ReplicatingText()
  var newerFields = NewerFields()

  static let kind = "com.example.recipe"
  static let fields = FieldList(("title", \FirstRecipe.title), ("method", \.method))
}

/// A recipe of the second version.
private struct SecondRecipe: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var method = ReplicatingText()
  var remarks = ReplicatingText()
  var ratings = ReplicatingDictionary<String, ReplicatingRegister<Int>>()
  var newerFields = NewerFields()

  init() {}

  init(title: String) {
    self.title.value = title
  }

  static let kind = FirstRecipe.kind
  static let fields = FieldList(
    ("title", \SecondRecipe.title), ("method", \.method), ("remarks", \.remarks),
    ("ratings", \.ratings))
}

/// Devices with two versions of an app sync over one folder.
@Suite struct TwoVersionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func library(_ name: String) throws -> DocumentLibrary {
    try DocumentLibrary(at: URL(fileURLWithPath: folder.path("\(name).sqlite")))
  }

  @discardableResult
  private func sync(_ library: DocumentLibrary, over remote: String = "shared") async throws
    -> SyncReport
  {
    let path = folder.path(remote)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let store = FolderStore(path: path)
    let report = try await RemoteSync(library, with: store, as: RemoteName(remote)).run()
    #expect(report.isComplete, "\(report)")
    return report
  }

  /// Both edit, in rounds that are compacted; all devices end with equal documents.
  @Test func editsOfBothVersionsMeet() async throws {
    let (old, new, other) = (try library("old"), try library("new"), try library("other"))
    let older = try old.collection(of: FirstRecipe.self)
    let newer = try new.collection(of: SecondRecipe.self)
    let others = try other.collection(of: SecondRecipe.self)
    let id = try await newer.add(SecondRecipe(title: "Bread"))
    for library in [new, old, other] { try await sync(library) }
    for round in 0..<12 {
      try await older.edit(id) { $0.title.value = "Bread \(round)" }
      try await older.edit(id) { $0.method.append("Step \(round).") }
      try await newer.edit(id) { $0.remarks.append("Remark \(round).") }
      try await newer.edit(id) { if round % 4 == 3 { $0.remarks.update(to: "Anew.") } }
      try await others.edit(id) {
        $0.ratings["Ann", default: ReplicatingRegister(default: 0)].value = round
      }
      for library in [new, old, other, old, new] { try await sync(library) }
    }
    for library in [new, old, other, new, old, other] { try await sync(library) }
    let recipe = try await #require(try newer.document(of: id))
    #expect(recipe.remarks.string == "Anew." && recipe.title.value == "Bread 11")
    #expect(recipe.ratings["Ann"]?.value == 11)
    #expect(try await others.document(of: id) == recipe)
    let held = try await #require(try older.document(of: id))
    #expect(held.newerFields.keys == ["ratings", "remarks"])
    #expect(try held.encoded() == recipe.encoded())
    for library in [new, old, other] {
      let idle = try await sync(library)
      #expect(idle.uploaded.objects == 0 && idle.downloaded.objects == 0)
    }
  }

  /// A newcomer with the newer version learns all from objects of the older one.
  @Test func aNewcomerLearnsAllFromTheOlderVersion() async throws {
    let (old, new, newcomer) = (try library("old"), try library("new"), try library("newcomer"))
    let older = try old.collection(of: FirstRecipe.self)
    let newer = try new.collection(of: SecondRecipe.self)
    let id = try await newer.add(SecondRecipe(title: "Bread"))
    try await newer.edit(id) { $0.remarks.append("Remark.") }
    try await sync(new)
    try await sync(old)
    try await newer.edit(id) { $0.remarks.append(" Another.") }
    try await newer.edit(id) {
      $0.ratings["Ann", default: ReplicatingRegister(default: 0)].value = 4
    }
    try await sync(new)
    try await older.edit(id) { $0.title.value = "Bread" }
    try await sync(old)
    // Here the device with the older version is alone with the newcomer.
    try await sync(old, over: "elsewhere")
    let late = try newcomer.collection(of: SecondRecipe.self)
    try await sync(newcomer, over: "elsewhere")
    let recipe = try await #require(try late.document(of: id))
    #expect(recipe.title.value == "Bread" && recipe.remarks.string == "Remark. Another.")
    #expect(recipe.ratings["Ann"]?.value == 4)
    try await late.edit(id) { $0.remarks.append(" Late.") }
    for library in [newcomer, old] { try await sync(library, over: "elsewhere") }
    #expect(try await older.document(of: id)?.encoded() == late.document(of: id)?.encoded())
    for library in [newcomer, old, new] { try await sync(library) }
    #expect(try await newer.document(of: id) == late.document(of: id))
    #expect(try await newer.document(of: id)?.remarks.string == "Remark. Another. Late.")
  }

  /// Removing and bringing back do with an older version what they do with a newer one.
  @Test func aRemovedDocumentComesBackWithFieldsThatAnOlderVersionLacks() async throws {
    let (old, new) = (try library("old"), try library("new"))
    let older = try old.collection(of: FirstRecipe.self)
    let newer = try new.collection(of: SecondRecipe.self)
    let id = try await newer.add(SecondRecipe(title: "Bread"))
    try await newer.edit(id) { $0.remarks.append("Remark.") }
    for library in [new, old] { try await sync(library) }
    try await older.remove(id)
    try await newer.edit(id) { $0.remarks.append(" Kept.") }
    for library in [old, new, old, new] { try await sync(library) }
    #expect(try await newer.document(of: id)?.remarks.string == "Remark. Kept.")
    #expect(try await older.document(of: id)?.encoded() == newer.document(of: id)?.encoded())
    try await older.remove(id)
    for library in [old, new] { try await sync(library) }
    #expect(try await newer.document(of: id) == nil)
  }

  /// An app that was updated opens its library, which holds what its older version kept.
  @Test func anUpdatedAppShowsWhatItsOlderVersionKept() async throws {
    let (old, new) = (try library("old"), try library("new"))
    let newer = try new.collection(of: SecondRecipe.self)
    let older = try old.collection(of: FirstRecipe.self)
    let id = try await newer.add(SecondRecipe(title: "Bread"))
    for round in 0..<3 {
      try await newer.edit(id) { $0.remarks.append("Remark \(round). ") }
      for library in [new, old] { try await sync(library) }
      try await older.edit(id) { $0.method.append("Step.") }
    }
    let updated = try library("old").collection(of: SecondRecipe.self)
    #expect(try await updated.document(of: id)?.remarks.string == "Remark 0. Remark 1. Remark 2. ")
    #expect(try await updated.document(of: id)?.encoded() == older.document(of: id)?.encoded())
  }
}
