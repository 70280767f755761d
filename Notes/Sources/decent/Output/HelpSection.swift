// SPDX-License-Identifier: MIT

/// A section of the manual that concerns all commands: terms with their meanings. The manual page
/// and Documentation/CommandLine.md have the same text.
struct HelpSection: Sendable {
  let title: String
  /// The terms and their meanings. Words between backquotes are typed as they are.
  let items: [(term: String, text: String)]

  static let all = [words, environment, exitStatus, files]

  private static let words = HelpSection(
    title: "Words",
    items: [
      (
        "NOTE",
        """
        An exact title, or the first digits of an id: 4 or more, and enough to tell it from other \
        notes. The title of a note is never taken for digits. `FOLDER/TITLE` tells notes of one title apart; \
        `/TITLE` is in no folder. Notes in the trash are meant only if no other note fits; for \
        `restore` it is the other way round. If no note fits, those with similar titles are named. \
        If several fit, they are named with their folders, their last edits and their first lines.
        """
      ),
      (
        "VERSION",
        """
        The first digits, 4 or more, of a version of a note's text that `decent log` shows. It \
        means the same on every device that has the edits, and later edits do not change it.
        """
      ),
      (
        "DEVICE",
        """
        A library. Others see it by the name of its computer, or by `DECENT_DEVICE`. On a command \
        line: the first digits, 4 or more, of its id, or a name that `decent devices` shows. A \
        name of several devices means the one of them that can be retired, if there is only one.
        """
      ),
      (
        "FOLDER",
        """
        Names with `/` between: `Work/Garden`. Each has 1 to 200 bytes, all together at most 1000; \
        none begins with a dot or has control characters. `/` stands for no folder. A folder \
        exists while a note is in it. Case and accents do not matter where a folder is looked for.
        """
      ),
      (
        "TAG",
        """
        1 to 100 characters, at most 2 KiB together, none of them a control character. The sign \
        `#` that lists show before a tag may be given with it. Several tags may stand together \
        with commas between: `'#work, home'`. A tag that has a comma itself can be looked for and \
        taken away by its whole name. Case and accents do not matter there.
        """
      ),
      (
        "TITLE, TEXT",
        """
        A title has 1 to 1000 characters, at most 16 KiB together. A text is UTF-8 and has at most \
        16 MiB. It comes from `--text`, from a file, or with `-` from the standard input, which is \
        not read without that.
        """
      ),
      (
        "remote",
        """
        A folder that other devices see too, with a name of 1 to 64 letters, digits, hyphens, \
        underscores or dots. A sync adds and deletes files in the folder, and never changes a \
        file. An address (`s3://bucket`, `user@host:path`) is refused, unless a folder has that \
        name. A folder is one remote, whatever links lead to it. It may neither lie in the \
        library's folder nor hold it, because the library itself would then be shared. `sync`, \
        `status` and `devices` fail while the library has no remote.
        """
      ),
      ("--", "Nothing after it is taken for an option: `decent add -- --dashes--`."),
    ])

  private static let environment = HelpSection(
    title: "Environment",
    items: [
      (
        "DECENT_LIBRARY",
        """
        The folder of the library, unless `--library` names one. Without both it is the folder \
        `decent` in `XDG_DATA_HOME` or else in `~/.local/share`; on macOS it is \
        `~/Library/Application Support/Decent`. Adding a note or a remote makes it.
        """
      ),
      (
        "DECENT_DEVICE",
        """
        The name of this device in place of that of the computer. Each sync tells it to the \
        others, so set it for every command.
        """
      ),
      ("VISUAL, EDITOR", "The editor that `decent edit` opens."),
      (
        "PAGER",
        """
        On a terminal the program that shows the output of `list`, `search`, `show` and `log`, \
        unless `--no-pager` or `--json` is given. For `less`, `LESS` is set to `FRX` if it is not \
        set.
        """
      ),
      ("NO_COLOR", "If it is set, there are no colours."),
      (
        "TERM",
        """
        If it is not set or is `dumb`, there are no colours, and long work shows a line every ten \
        seconds in place of one that is rewritten.
        """
      ),
    ])

  private static let exitStatus = HelpSection(
    title: "Exit status",
    items: [
      ("0", "All was done."),
      (
        "1",
        """
        Something was not done: the standard error output says what, with what, and what to do. Or \
        a search found nothing.
        """
      ),
      ("2", "The command line was not understood: the standard error output says why."),
    ])

  private static let files = HelpSection(
    title: "Files",
    items: [
      (
        "library.sqlite",
        """
        The library, in its folder. Several programs may use it at once. It can be read on a full \
        or read-only disk, and copied while no program uses it.
        """
      ),
      (
        "damaged",
        "What `decent check --repair` kept of notes that it could not read: a folder beside it."
      ),
    ])
}
