// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

/// The example: processes of two devices share one folder.
@Suite(.ends) struct ShoppingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("shared"), withIntermediateDirectories: false)
  }

  /// The example stands beside the tests.
  private static var program: URL {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let products = bundle?.bundleURL.deletingLastPathComponent()
      return (products ?? URL(fileURLWithPath: "/")).appendingPathComponent("shopping")
    #else
      return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("shopping")
    #endif
  }

  private func start(_ device: String, _ words: String...) throws -> (Process, FileHandle) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Self.program
    process.arguments = [folder.path("\(device).sqlite"), folder.path("shared")] + words
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  @discardableResult
  private func done(_ device: String, _ words: String...) throws -> String {
    let (process, output) = try start(device, words[0], words.dropFirst().joined(separator: " "))
    let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text
  }

  @Test func devicesThatShareAFolderShowOneList() throws {
    try done("laptop", "add", "Milk")
    try done("phone", "more", "Milk")
    try done("phone", "add", "Oat flakes")
    try done("laptop", "bought", "Oat flakes")
    for device in ["phone", "laptop"] {
      #expect(try done(device, "list") == "  2 × Milk\n✓ 1 × Oat flakes\n")
    }
    #expect(try done("laptop", "find", "flakes oat") == "✓ 1 × Oat flakes\n")
    #expect(try done("laptop", "find", "\"") == "")
    try done("phone", "remove", "Oat flakes")
    for device in ["laptop", "phone"] { #expect(try done(device, "list") == "  2 × Milk\n") }
  }

  @Test func aDeviceUndoesWhatItDidLast() throws {
    try done("laptop", "add", "Milk")
    try done("laptop", "bought", "Milk")
    try done("laptop", "more", "Milk")
    try done("phone", "more", "Milk")
    try done("phone", "undo", "Oats")
    try done("laptop", "undo", "Milk")
    #expect(try done("laptop", "list") == "✓ 2 × Milk\n")
    try done("laptop", "undo", "Milk")
    for device in ["laptop", "phone"] { #expect(try done(device, "list") == "  2 × Milk\n") }
  }

  @Test func itemsStandWherePeoplePutThem() throws {
    for name in ["Milk", "Oat flakes", "Tea"] { try done("laptop", "add", name) }
    #expect(try done("phone", "list") == "  1 × Milk\n  1 × Oat flakes\n  1 × Tea\n")
    // Both move an item while they are apart.
    try FileManager.default.moveItem(atPath: folder.path("shared"), toPath: folder.path("away"))
    try done("phone", "put", "Tea before Milk")
    try done("laptop", "put", "Milk")
    #expect(try done("laptop", "list").hasSuffix("  1 × Tea\n  1 × Milk\n"))
    try FileManager.default.moveItem(atPath: folder.path("away"), toPath: folder.path("shared"))
    for _ in 0..<2 { for device in ["laptop", "phone"] { try done(device, "list") } }
    for device in ["laptop", "phone"] {
      #expect(try done(device, "list") == "  1 × Tea\n  1 × Oat flakes\n  1 × Milk\n")
    }
  }

  @Test func aRemovedItemThatAnotherDeviceChangedComesBackAsBought() throws {
    try done("laptop", "add", "Milk")
    try done("phone", "list")
    try FileManager.default.moveItem(atPath: folder.path("shared"), toPath: folder.path("away"))
    try done("phone", "more", "Milk")
    try done("laptop", "remove", "Milk")
    #expect(try !done("laptop", "list").contains("Milk"))
    try FileManager.default.moveItem(atPath: folder.path("away"), toPath: folder.path("shared"))
    for _ in 0..<3 { for device in ["laptop", "phone"] { try done(device, "list") } }
    for device in ["laptop", "phone"] { #expect(try done(device, "list") == "✓ 2 × Milk\n") }
  }

  @Test func whatWaitsIsSentOnceTheFolderIsThere() throws {
    try done("laptop", "add", "Milk")
    #expect(try done("laptop", "status") == "")
    try FileManager.default.moveItem(atPath: folder.path("shared"), toPath: folder.path("away"))
    try done("laptop", "add", "Oat flakes")
    #expect(try done("laptop", "status") == "  1 × Oat flakes\n")
    try FileManager.default.moveItem(atPath: folder.path("away"), toPath: folder.path("shared"))
    try done("laptop", "list")
    #expect(try done("laptop", "status") == "")
    try done("phone", "list")
    try done("phone", "add", "Tea")
    try done("laptop", "list")
    #expect(try done("laptop", "status").hasPrefix("a device has "))
  }

  @Test func aDamagedItemComesBackFromTheFolder() throws {
    try done("laptop", "add", "Milk")
    #expect(try done("laptop", "check") == "")
    var bytes = try folder.read("laptop.sqlite")
    let magic = Array("DCNO".utf8)
    let frame = try #require(
      bytes.indices.dropLast(40).first { Array(bytes[$0..<($0 + 4)]) == magic })
    bytes[frame + 20] ^= 1
    try folder.write(bytes, to: "laptop.sqlite")
    let answer = try done("laptop", "check").split(separator: "\n")
    #expect(answer.count == 2)
    #expect(answer.first?.contains("com.example.item with the id") == true)
    #expect(answer.last == "shopping: kept the damaged items in \(folder.path("damaged"))")
    #expect(try done("laptop", "list") == "  1 × Milk\n")
    #expect(try done("laptop", "check") == "")
  }

  @Test func newsAreToldOnce() throws {
    try done("laptop", "add", "Milk")
    #expect(try done("phone", "news") == "  1 × Milk\n")
    #expect(try done("phone", "news") == "")
    try done("phone", "add", "Tea")
    try done("laptop", "more", "Milk")
    let news = try done("phone", "news").split(separator: "\n")
    #expect(news == ["  1 × Tea", "laptop:  2 × Milk"])
    try done("laptop", "remove", "Tea")
    #expect(try done("phone", "news") == "  an item was removed\n")
    #expect(try done("phone", "news") == "")
  }

  @Test func aProcessThatWatchesPrintsWhatOthersChange() throws {
    let (watch, output) = try start("laptop", "watch")
    try done("phone", "add", "Milk")
    #expect(Self.line(of: output) == "  1 × Milk")
    // Another process on the same device.
    try done("laptop", "bought", "Milk")
    #expect(Self.line(of: output) == "✓ 1 × Milk")
    watch.terminate()
    watch.waitUntilExit()
  }

  /// Waits for a line.
  private static func line(of output: FileHandle) -> String {
    var bytes: [UInt8] = []
    while let byte = output.readData(ofLength: 1).first, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
