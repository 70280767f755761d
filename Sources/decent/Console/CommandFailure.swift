// SPDX-License-Identifier: MIT

/// Why a command could not do what it was asked, where the library has no part
/// in it.
enum CommandFailure: Error, Equatable {
  /// Neither a library nor a home folder is named.
  case noHome
  /// A file to be read is not there.
  case missingFile(String)
  /// A file to be read is a folder, or may not be read.
  case unreadableFile(String, reason: String)
  /// What was given is not text.
  case notText(String)
  /// What was given is more than a note may hold.
  case tooLarge(String, limit: Int)
  /// No editor is named.
  case noEditor
  /// The editor failed.
  case editorFailed(String, status: Int32, kept: String?)
  /// What the editor returned could not be taken in.
  case editNotKept(reason: String, kept: String)
  /// The folder of a remote is not there.
  case missingFolder(String)
  /// The library has no remote to sync with.
  case noRemote
  /// Some remotes could not be synced; each was reported.
  case syncFailed([String])
  /// The tour did not end as it must.
  case tourFailed(String)
}

extension CommandFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .noHome:
      "no library is named, and there is no HOME to look for one in; give --library DIR"
    case .missingFile(let path):
      "there is no file \(path); check the name"
    case .unreadableFile(let path, let reason):
      "\(path) cannot be read: \(reason)"
    case .notText(let source):
      """
      \(source) is not text in UTF-8, and was not taken; convert it first (iconv -t UTF-8), or \
      choose another
      """
    case .tooLarge(let source, let limit):
      "\(source) has more than \(limit) bytes, the most a note takes; split it into several notes"
    case .noEditor:
      "no editor is named; set EDITOR (export EDITOR=nano), or give --text, --file or -"
    case .editorFailed(let editor, let status, let kept):
      "the editor '\(editor)' ended with status \(status), and the note was not changed"
        + (kept.map { "; what you wrote is in \($0)" } ?? "")
    case .editNotKept(let reason, let kept):
      "\(reason)\nwhat you wrote is in \(kept)"
    case .missingFolder(let path):
      "there is no folder \(path); make it (mkdir -p), plug it in, or check the name"
    case .noRemote:
      "there is no remote to sync with; add one: decent remote add NAME FOLDER"
    case .syncFailed(let names):
      "not everything could be synced with: \(names.joined(separator: ", "))"
    case .tourFailed(let reason):
      "the tour failed: \(reason)"
    }
  }
}
