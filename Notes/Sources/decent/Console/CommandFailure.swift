// SPDX-License-Identifier: MIT

import DecentNotes

/// The reason why a command failed, apart from failures of the library.
enum CommandFailure: Error, Equatable {
  /// Neither a library nor a home folder is named.
  case noHome
  /// A file to be read does not exist.
  case missingFile(String)
  /// A file or folder cannot be read, or a folder stands where a file should be.
  case unreadableFile(String, reason: String)
  /// The input is not text.
  case notText(String)
  /// The input is more than a note may hold. The limit is in bytes.
  case tooLarge(String, limit: Int)
  /// Nothing can be printed.
  case outputFailed(reason: String)
  /// The standard input cannot be read.
  case inputFailed(reason: String)
  /// A change was stored, but the report of the change could not be printed.
  case storedUnreported(reason: String)
  /// A question cannot be asked.
  case cannotAsk
  /// A question was not answered with yes.
  case notConfirmed
  /// No editor is named.
  case noEditor
  /// The editor failed.
  case editorFailed(String, status: Int32, kept: String?)
  /// The file for the editor could not be made.
  case noDraft(folder: String, reason: String)
  /// The file that the editor was given is gone.
  case draftGone(editor: String)
  /// The text from the editor could not be read or stored.
  case editNotKept(reason: String, kept: String)
  /// The folder of a remote does not exist.
  case missingFolder(String)
  /// A file stands where the folder of a remote or an export should be.
  case fileForFolder(String)
  /// No program serves the library.
  case notServed
  /// The file with the address of the page is damaged or gone while a program serves the library.
  case damagedPlace(String)
  /// The library has no remote to sync with.
  case noRemote
  /// A word names no known device.
  case unknownDevice(String)
  /// A word names several devices.
  case ambiguousDevice(String)
  /// The remote that was watched was removed.
  case watchedRemoteGone(String)
  /// Some remotes could not be synced; the reason for each was printed.
  case syncFailed([String])
  /// The content of a file cannot be taken in.
  case unsuitableFile(String, reason: String)
  /// Some files could not be taken in; the reason for each was printed.
  case importFailed(count: Int, of: Int)
  /// Some files were left alone, because they may hold changes made by hand; each was named.
  case exportIncomplete(count: Int)
  /// Some notes could not be exported; the reason for each was printed.
  case exportFailed(count: Int)
  /// The disk of an export is full or can only be read. `written` files were written before.
  case exportStopped(String, reason: String, written: Int)
  /// A file or folder of an export could not be written.
  case unwritable(String, reason: String)
  /// The library is not sound; each problem was reported.
  case problemsFound(count: Int, repairable: Int)
  /// Repairing did not put everything right; each remaining problem was reported.
  case problemsRemain(count: Int, repairable: Int)
  /// Another program serves the library.
  case servedAlready(address: String?)
  /// The named folder has no files of the page. Nil if the command line names no folder, and no
  /// usual folder has the files.
  case noPage(String?)
  /// A step of the tour failed, or the tour ended with an unexpected note.
  case tourFailed(String)
}

extension CommandFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .noHome:
      "no library is named, and there is no HOME to look for one in; give --library DIR"
    case .missingFile(let path):
      "there is no file \(path.escapingControls); check the name"
    case .unreadableFile(let path, let reason):
      "\(path.escapingControls) cannot be read: \(reason)"
    case .notText(let source):
      """
      \(source.escapingControls) is not text in UTF-8, and was not taken; convert it first \
      (iconv -t UTF-8), or choose another
      """
    case .tooLarge(let source, let limit):
      """
      \(source.escapingControls) has more than \(limit) bytes, the most a note takes; split it \
      into several notes
      """
    case .outputFailed(let reason):
      "cannot write the output: \(reason)"
    case .inputFailed(let reason):
      "cannot read the standard input: \(reason)"
    case .storedUnreported(let reason):
      "the change is stored, but its report failed: \(reason)"
    case .cannotAsk:
      """
      purging cannot be undone, and nobody can be asked whether it is meant; nothing was purged. \
      Add --yes if it is
      """
    case .notConfirmed:
      "nothing was purged; answer 'y' to purge"
    case .noEditor:
      "no editor is named; set EDITOR (export EDITOR=nano), or give --text, --file or -"
    case .editorFailed(let editor, let status, let kept):
      """
      the editor '\(editor.escapingControls)' ended with status \(status), and the note was not \
      changed
      """
        + (kept.map { "; what you wrote is in \($0.escapingControls)" } ?? "")
    case .noDraft(let folder, let reason):
      """
      cannot make a file for the editor in \(folder.escapingControls): \(reason); set TMPDIR to \
      a folder that you may write to
      """
    case .draftGone(let editor):
      """
      the file that the editor '\(editor.escapingControls)' was given is gone, with whatever you \
      wrote; the note was not changed
      """
    case .editNotKept(let reason, let kept):
      "\(reason)\nwhat you wrote is in \(kept.escapingControls)"
    case .missingFolder(let path):
      """
      \(path.escapingControls): there is no such folder; make it (mkdir -p), mount its disk, or \
      check the name
      """
    case .fileForFolder(let path):
      "\(path.escapingControls) is a file; choose a folder"
    case .notServed:
      "no program serves this library; start 'decent serve', and try again"
    case .damagedPlace(let path):
      """
      \(path.escapingControls) is damaged or gone, so the address of the page is not known; end \
      'decent serve' and start it again, which replaces the file
      """
    case .noRemote:
      "there is no remote to sync with; add one: decent remote add NAME FOLDER"
    case .unknownDevice(let word):
      """
      no device is called '\(word.escapingControls)' or has an id that begins so; give a name or 4 \
      digits or more, as 'decent devices' shows them
      """
    case .ambiguousDevice(let word):
      "several devices are meant by '\(word.escapingControls)'; give more digits of an id"
    case .watchedRemoteGone(let name):
      """
      the remote '\(name)' was removed, so there is nothing to sync with any more; what lies there \
      stays
      """
    case .syncFailed(let names):
      "not everything could be synced with: \(names.joined(separator: ", "))"
    case .unsuitableFile(let path, let reason):
      "\(path.escapingControls): \(reason)"
    case .importFailed(let count, let total):
      count < total
        ? "\(count) of the files could not be taken in, as said above; all others were"
        : "none of the files could be taken in, as said above"
    case .exportIncomplete(let count):
      """
      \(count) of the files were left alone, as said above; all others are what they must be
      """
    case .exportFailed(let count):
      "\(count) of the notes could not be exported, as said above"
    case .exportStopped(let path, let reason, let written):
      """
      \(path.escapingControls) cannot be written: \(reason); \
      \(written == 1 ? "1 file was" : "\(written) files were") written before
      """
    case .unwritable(let path, let reason):
      "\(path.escapingControls) cannot be written: \(reason)"
    case .problemsFound(let count, repairable: 0):
      "no repair can put \(Self.things(count)) right; nothing was changed"
    case .problemsFound(let count, let repairable):
      """
      \(repairable < count ? "\(repairable) of " : "")\(Self.things(count)) can be put right with \
      'decent check --repair'; nothing was changed
      """
    case .problemsRemain(let count, repairable: 0):
      "no repair can put \(Self.things(count)) right"
    case .problemsRemain(let count, _):
      """
      \(count == 1 ? "this is" : "these \(count) things are") still wrong; restore the library \
      from a backup, or move it away and sync a new one with a remote
      """
    case .servedAlready(let address):
      """
      another program serves this library\(address.map { ", at \($0)" } ?? ""); open its address, or end \
      it first
      """
    case .noPage(let folder?):
      """
      \(folder.escapingControls) holds no page (index.html); build it (make page), or choose its \
      folder
      """
    case .noPage(nil):
      """
      the files of the page are not installed beside this program; install it with them (make \
      install), or name their folder (--page)
      """
    case .tourFailed(let reason):
      "the tour failed: \(reason)"
    }
  }
}

extension CommandFailure {
  /// The words for `count` problems. The program has printed the problems before.
  private static func things(_ count: Int) -> String {
    count == 1 ? "this" : "these \(count) things"
  }
}
