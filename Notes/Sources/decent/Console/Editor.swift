// SPDX-License-Identifier: MIT

import Foundation

/// The editor that the user named.
struct Editor {
  private let command: String

  /// Finds the editor: `VISUAL`, or `EDITOR` if `VISUAL` has no value. Both may hold arguments.
  init(on console: Console) throws(CommandFailure) {
    guard let command = console.variable("VISUAL") ?? console.variable("EDITOR") else {
      throw .noEditor
    }
    self.command = command
  }

  /// Opens a file in the editor and waits until the editor ends.
  ///
  /// - Returns: The text that the editor left.
  func edit(_ file: DraftFile) throws -> String {
    let status = system("\(command) '\(file.path.replacing("'", with: "'\\''"))'")
    guard file.exists else {
      file.delete()
      throw CommandFailure.draftGone(editor: command)
    }
    guard status == 0 else {
      let isChanged = (try? file.read()) != file.original
      if !isChanged { file.delete() }
      // The lowest bits hold the number of a signal that ended the editor. Shells add 128 to the
      // number.
      let signal = status & 0x7f
      throw CommandFailure.editorFailed(
        command, status: signal == 0 ? status >> 8 : 128 + signal,
        kept: isChanged ? file.path : nil)
    }
    do {
      return try file.read()
    } catch {
      throw CommandFailure.editNotKept(reason: "\(error)", kept: file.path)
    }
  }
}
