// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The source of a note's text: `--text`, `--file`, or `-` for the standard
/// input.
enum TextSource {
  case text(String)
  /// A file, by its absolute path.
  case file(String)
  case input

  /// The source that the command line names; nil if the command line names none. Reads nothing.
  ///
  /// - Parameter place: The index of the operand that may be `-`.
  static func named(
    by arguments: Arguments, dashAt place: Int, on console: Console
  ) throws(UsageFailure) -> TextSource? {
    let dash = arguments.operands.count > place ? arguments.operands[place] : nil
    if let dash, dash != "-" {
      throw UsageFailure("'\(dash)' is one operand too many; quote what belongs together")
    }
    let text = arguments.value(of: .text)
    let file = arguments.value(of: .file)
    guard [text != nil, file != nil, dash != nil].count(where: { $0 }) <= 1 else {
      throw UsageFailure("give only one of --text, --file and -")
    }
    if let file { return .file(try console.path(file, for: "--file", meaning: "file")) }
    return dash != nil ? .input : text.map(TextSource.text)
  }

  /// Reads the text.
  func read(on console: Console) throws -> String {
    switch self {
    case .text(let text): text
    case .file(let path): try Self.read(file: path)
    case .input: try Self.readInput(of: console)
    }
  }

  /// The text in a file.
  static func read(file path: String) throws -> String {
    guard try FileKind(at: path) != .folder else {
      throw CommandFailure.unreadableFile(path, reason: "it is a folder")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure.unreadableFile(path, reason: SystemReason.words(of: errno))
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      let bytes = try handle.read(upToCount: NoteLimits.textSize + 1) ?? Data()
      return try check(Array(bytes), from: path)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure.unreadableFile(path, reason: SystemReason.words(of: error))
    }
  }

  private static func readInput(of console: Console) throws -> String {
    try check(try console.read(NoteLimits.textSize + 1), from: "the standard input")
  }

  private static func check(_ bytes: [UInt8], from source: String) throws -> String {
    guard bytes.count <= NoteLimits.textSize else {
      throw CommandFailure.tooLarge(source, limit: NoteLimits.textSize)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure.notText(source)
    }
    return text
  }
}
