// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The source of a note's text: `--text`, `--file`, or `-` for the standard
/// input.
enum TextSource {
  /// The text from the command line, or nil if it names none.
  ///
  /// - Parameter place: The index of the operand that may be `-`.
  static func text(
    _ arguments: Arguments, dashAt place: Int, on console: Console
  ) throws -> String? {
    let dash = arguments.operands.count > place ? arguments.operands[place] : nil
    if let dash, dash != "-" {
      throw UsageFailure("'\(dash)' is one operand too many; quote what belongs together")
    }
    let text = arguments.value(of: .text)
    let file = arguments.value(of: .file)
    guard [text != nil, file != nil, dash != nil].count(where: { $0 }) <= 1 else {
      throw UsageFailure("give only one of --text, --file and -")
    }
    if let file {
      return try read(file: try console.path(file, for: "--file", meaning: "file"))
    }
    if dash != nil { return try readInput(of: console) }
    return text
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
