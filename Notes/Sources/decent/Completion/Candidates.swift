// SPDX-License-Identifier: MIT

import DecentNotes

/// The words that may stand at the cursor of a command line.
struct Candidates {
  /// A word that may be typed, and its meaning.
  struct Candidate: Equatable {
    let word: String
    let meaning: String
  }

  /// The words. Each begins with the typed part of the word at the cursor.
  private(set) var words: [Candidate] = []
  /// Whether files may stand at the cursor too.
  private(set) var hasFiles = false
  /// Whether folders may stand at the cursor too.
  private(set) var hasFolders = false

  private let request: CompletionRequest

  /// - Parameter context: The context with the library. A library that cannot be read yields no
  ///   candidates.
  init(for request: CompletionRequest, in context: Context) {
    self.request = request
    for rule in request.options { offer("--\(rule.name)", rule.summary) }
    for command in request.commands { offer(command.word, command.summary) }
    for kind in request.kinds { try? add(kind, context) }
  }

  private mutating func offer(_ word: String, _ meaning: String) {
    // A control character would break the lines and columns that the shell reads.
    guard word == word.escapingControls, !word.isEmpty, word.hasPrefix(request.prefix) else {
      return
    }
    words.append(Candidate(word: request.lead + word, meaning: meaning.escapingControls))
  }

  private mutating func add(_ kind: CandidateKind, _ context: Context) throws {
    switch kind {
    case .note: try addNotes(context.library(), isTrashed: false)
    case .trashedNote: try addNotes(context.library(), isTrashed: true)
    case .version: try addVersions(context.library())
    case .tag(let sign):
      let tags = Set(try context.library().summaries().flatMap(\.tags))
      for tag in tags.sorted() { offer(sign + tag, "tag") }
    case .noteFolder:
      for folder in FolderCounts(try context.library().summaries()).all {
        offer(folder.folder.text, "folder")
      }
    case .remote:
      for remote in try context.library().remotes() { offer(remote.name, remote.folder) }
    case .device:
      for device in try context.library().devices() where !device.isThisDevice {
        if !device.isRetired { offer("\(device.id)", device.name ?? "a device") }
      }
    case .command:
      for command in CompletionRequest.firstWords { offer(command.word, command.summary) }
    case .words(let words): for word in words { offer(word, "") }
    case .file: hasFiles = true
    case .folder: hasFolders = true
    case .anything: return
    }
  }

  /// Offers the titles of notes. Also offers the digits of their ids if a prefix was typed.
  /// Offers the digits alone if another note has the same title, or if the title looks like an
  /// option or has control characters.
  private mutating func addNotes(_ library: Library, isTrashed: Bool) throws {
    let all = try library.summaries()
    let abbreviation = Abbreviation(of: all.map(\.id))
    let counts = all.reduce(into: [:]) { $0[$1.title, default: 0] += 1 }
    for note in all where note.isTrashed == isTrashed {
      let digits = abbreviation.short(note.id)
      let isPlain = !note.title.hasPrefix("-") && note.title == note.title.escapingControls
      if counts[note.title] == 1, isPlain {
        offer(note.title, digits)
        if request.prefix.isEmpty { continue }
      }
      offer(digits, note.title)
    }
  }

  private mutating func addVersions(_ library: Library) throws {
    guard let reference = request.operands.first else { return }
    let history = try library.history(of: library.find(reference))
    let abbreviation = history.abbreviation
    for entry in history.entries {
      guard let version = entry.text?.version else { continue }
      offer(abbreviation.short(version), Moment(milliseconds: entry.milliseconds).readable)
    }
  }
}
