// SPDX-License-Identifier: MIT

/// The kind of words that complete an operand or the value of an option. The name of the operand or
/// value in the command's usage determines the kind.
enum CandidateKind: Equatable {
  /// A note that is not in the trash.
  case note
  /// A note in the trash.
  case trashedNote
  /// A version of the note that the first operand names.
  case version
  /// A sign and a tag of some note. The sign may be empty.
  case tag(sign: String)
  /// The folder of some note.
  case noteFolder
  /// The name of a remote.
  case remote
  /// Another device that is not retired.
  case device
  /// The name of a command.
  case command
  /// A word of a list.
  case words([String])
  /// A file.
  case file
  /// A folder.
  case folder
  /// Anything: nothing can be offered.
  case anything

  /// - Parameters:
  ///   - name: The name in help, such as `NOTE` or `low|normal|high`.
  ///   - command: The command whose help has the name.
  init(_ name: String, of command: Command) {
    switch name.hasSuffix("...") ? String(name.dropLast(3)) : name {
    case "NOTE":
      self =
        [Command.restore.name, Command.purge.name].contains(command.name) ? .trashedNote : .note
    case "VERSION": self = .version
    case "TAG": self = .tag(sign: "")
    case "+TAG", "-TAG": self = .tag(sign: String(name.prefix(1)))
    case "NAME": self = command.name == Command.remoteAdd.name ? .anything : .remote
    case "DEVICE": self = .device
    case "COMMAND": self = .command
    case "FILE", "PATH": self = .file
    case "FOLDER": self = command.name == Command.remoteAdd.name ? .folder : .noteFolder
    case "DIR": self = .folder
    case let words where words.contains("|"):
      self = .words(words.split(separator: "|").map(String.init))
    default: self = .anything
    }
  }
}
