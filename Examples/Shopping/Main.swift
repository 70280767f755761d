// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

/// A shopping list on several devices: `shopping FILE FOLDER COMMAND`. FILE
/// belongs to this device. All devices share FOLDER.
@main
struct Shopping {
  private let library: DocumentLibrary
  private let items: DocumentCollection<Item>
  private let store: FolderStore
  private static let remote = RemoteName("shared")
  private let options: SyncOptions

  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("shopping: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ words: [String]) async throws {
    guard words.count >= 3 else { endMisused() }
    let shopping = try Shopping(file: words[0], folder: words[1])
    let name = words.dropFirst(3).joined(separator: " ")
    switch words[2] {
    case "list": try await shopping.list()
    case "news": try await shopping.news()
    case "find": try shopping.find(name)
    case "add": try await shopping.synced { items in try items.add { $0 = Item(name) } }
    case "more": try await shopping.edit(name) { $0.count.increment() }
    case "undo": try await shopping.undo(name)
    case "bought": try await shopping.edit(name) { $0.isBought.value = true }
    case "put": try await shopping.put(name)
    case "remove": try await shopping.remove(name)
    case "watch": try await shopping.watch()
    case "status": try shopping.status()
    case "check": try shopping.check()
    default: endMisused()
    }
  }

  private static func endMisused() -> Never {
    print(
      """
      usage: shopping FILE FOLDER list|news|watch|status|check|find WORD…
             shopping FILE FOLDER add|more|bought|undo|remove NAME
             shopping FILE FOLDER put NAME [before OTHER]
      """)
    exit(2)
  }

  private init(file: String, folder: String) throws {
    let file = URL(fileURLWithPath: file)
    options = SyncOptions(deviceName: file.deletingPathExtension().lastPathComponent)
    library = try DocumentLibrary(at: file)
    items = try library.collection(of: Item.self, indexedBy: Words()).recordingSteps()
    store = FolderStore(path: folder)
  }

  private func list() async throws {
    try await meetOthers()
    for id in try await items.ids() { try show(id) }
  }

  /// Says what changed since this was last asked, here and on other devices. The library keeps how
  /// far that went.
  private func news() async throws {
    try await meetOthers()
    try library.makeTables(named: "news", steps: ["CREATE TABLE told (revision INTEGER NOT NULL)"])
    let told =
      try await library.rows("SELECT revision FROM told") { try $0.integer(at: 0) }.first ?? 0
    let news = try await items.changes(after: told)
    let names = try await library.devices().reduce(into: [:]) { $0[$1.id] = $1.name }
    for change in news.documents {
      let sender = try await items.lastSender(of: change.id).flatMap { names[$0] }
      if let sender { print("\(sender):", terminator: "") }
      if change.isRemoved { print("  an item was removed") } else { try show(change.id) }
    }
    try await library.transaction { tables in
      try tables.run("DELETE FROM told")
      try tables.run("INSERT INTO told VALUES (?)", .integer(news.revision))
    }
  }

  /// Lists the items whose names have all of some words, the best first.
  private func find(_ words: String) throws {
    try items.catchUp(Words())
    let quoted = words.split(separator: " ").map { "\"\($0.replacing("\"", with: "\"\""))\"" }
    if quoted.isEmpty { return }
    let found = try library.rows(
      "SELECT id FROM words JOIN word_rows ON row = words.rowid WHERE words MATCH ? ORDER BY rank",
      .text(quoted.joined(separator: " "))
    ) { try $0.id(at: 0) }
    for id in found { try show(id) }
  }

  private func show(_ id: UUID) throws {
    guard let item = try items.document(of: id) else { return }
    print("\(item.isBought.value ? "✓" : " ") \(item.count.value) × \(item.name.value)")
    fflush(nil)
  }

  private func edit(_ name: String, _ change: (inout Item) -> Void) async throws {
    try await synced { items in for id in try ids(of: name) { try items.edit(id, change) } }
  }

  /// Takes back what this device did last with the items of a name.
  private func undo(_ name: String) async throws {
    try await synced { items in
      for id in try ids(of: name) where try items.canUndo(id) { try items.undo(id) }
    }
  }

  /// Removes the items of a name, on all devices. An item that another device
  /// changed meanwhile comes back as bought.
  private func remove(_ name: String) async throws {
    try await synced { items in
      for id in try ids(of: name) { try items.remove(id, leaving: { $0.isBought.value = true }) }
    }
  }

  /// Moves the items of a name before another item, or to the end of the list.
  private func put(_ words: String) async throws {
    try await synced { items in
      let names = words.components(separatedBy: " before ")
      let other = try names.dropFirst().first.flatMap { try ids(of: $0).first }
      if names.count > 1, other == nil { return print("shopping: no item is called \(names[1])") }
      for id in try ids(of: names[0]) { try items.move(id, before: other) }
    }
  }

  private func ids(of name: String) throws -> [UUID] {
    try items.ids().filter { try items.document(of: $0)?.name.value == name }
  }

  /// Makes an edit between two syncs. The first one is not needed, since
  /// concurrent edits are merged.
  private func synced(_ edit: (DocumentCollection<Item>) throws -> Void) async throws {
    try await meetOthers()
    try edit(items)
    try await meetOthers()
  }

  private func meetOthers() async throws {
    tell(try await library.sync(with: store, as: Self.remote, options: options))
  }

  /// Lists the items that wait to be sent, and how much other devices have of what was sent.
  private func status() throws {
    let status = try library.status(of: Self.remote)
    for case let id? in status.waiting.map({ $0.document.id(in: Item.self) }) { try show(id) }
    for device in status.devices {
      print("a device has \(device.acknowledged ?? 0) of \(status.sent) uploads")
    }
  }

  /// Says what is damaged in the file, and repairs it. The next sync reads again what the folder holds of
  /// damaged items.
  private func check() throws {
    let problems = try library.check()
    for problem in problems { print("shopping: \(problem)") }
    if problems.isEmpty { return }
    let folder = URL(fileURLWithPath: library.path).deletingLastPathComponent()
    let repair = try library.repair(keepingDamagedIn: folder)
    for problem in repair.remaining { print("shopping: not repaired: \(problem)") }
    if let kept = repair.keptFolder { print("shopping: kept the damaged items in \(kept.path)") }
  }

  /// Says what is wrong with the folder. The next sync tries again.
  private func tell(_ report: SyncReport) {
    if let error = report.stopped { print("shopping: \(error)") }
  }

  /// Prints the items that change, here and elsewhere.
  private func watch() async throws {
    let changes = await items.changes
    let sync = try RemoteSync(library, with: store, as: Self.remote)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for try await report in sync.watch(options: options) { tell(report) } }
      group.addTask { for await id in changes { try show(id) } }
      // An error of either ends both.
      for try await _ in group {}
    }
  }
}
