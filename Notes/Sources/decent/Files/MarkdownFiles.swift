// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The Markdown files at the paths that a command line names.
struct MarkdownFiles {
  private static let endings = ["md", "markdown"]

  /// A file, and the names of the folders between a folder that was added and the file.
  struct Found {
    let path: String
    var folders: [String] = []
  }

  /// The files, in the order of the added paths. The files of a folder are sorted by name.
  private(set) var found: [Found] = []
  /// The files that lie in the added folders and are no Markdown, except hidden ones.
  private(set) var others: [String] = []
  /// The failures of paths that cannot be read.
  private(set) var failures: [CommandFailure] = []
  /// Remarks on files and links that were passed over, and on folders without Markdown files.
  private(set) var remarks: [String] = []

  /// Adds a file whatever its name, or the Markdown files in a folder and its subfolders, except
  /// hidden ones.
  mutating func add(_ path: String) {
    do throws(CommandFailure) {
      switch try FileKind(at: path) {
      case .file: found.append(Found(path: path))
      case .folder: try addFolder(path)
      case .special(let name):
        throw .unreadableFile(path, reason: "it is \(name); choose a file or a folder")
      }
    } catch {
      failures.append(error)
    }
  }

  private mutating func addFolder(_ folder: String) throws(CommandFailure) {
    let count = found.count + failures.count
    try addContents(of: folder, under: [])
    guard found.count + failures.count == count else { return passOverLinks() }
    remarks.append("there is no Markdown file in \(folder)")
  }

  /// Removes a link from `found` if its target is in `found`, too, because one file is one note.
  private mutating func passOverLinks() {
    let links = found.map(\.path).filter(Self.isLink)
    if links.isEmpty { return }
    let files = Set(found.map(\.path)).subtracting(links)
    let places = Set(files.map(Self.place))
    let passedOver = links.filter { places.contains(Self.place(of: $0)) }
    remarks += passedOver.map { "\($0) is a link to a file that is taken in; it was passed over" }
    found.removeAll { passedOver.contains($0.path) }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private mutating func addContents(
    of folder: String, under folders: [String]
  ) throws(CommandFailure) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .unreadableFile(folder, reason: SystemReason.words(of: error))
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if Self.isRealFolder(path) {
        // A failure of one folder does not keep the others from being taken in.
        do throws(CommandFailure) {
          try addContents(of: path, under: folders + [name])
        } catch {
          failures.append(error)
        }
      } else if (try? FileKind(at: path)) == .folder {
        remarks.append("\(path) is a link to a folder; it was passed over, name it to take it in")
      } else if Self.endings.contains((name as NSString).pathExtension.lowercased()) {
        addMarkdown(Found(path: path, folders: folders))
      } else {
        others.append(path)
      }
    }
  }

  private mutating func addMarkdown(_ file: Found) {
    if let remark = Self.remark(on: file.path) {
      remarks.append(remark)
    } else {
      found.append(file)
    }
  }

  /// The remark on a pipe, socket or device that is named like a Markdown file; nil for a file.
  static func remark(on path: String) -> String? {
    guard case .special(let name)? = try? FileKind(at: path) else { return nil }
    return "\(path) is \(name) and no file; it was passed over"
  }

  /// Whether there is a folder at a path. A link to a folder does not count, because links may lead
  /// in a circle.
  static func isRealFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The canonical path of an existing file.
  static func place(of path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The time of a file's last change, in milliseconds since 1970, at most now; nil if unknown.
  static func time(of path: String) -> UInt64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let date = attributes?[.modificationDate] as? Date else { return nil }
    let seconds = min(date, Date()).timeIntervalSince1970
    return seconds > 0 ? UInt64(seconds * 1000) : nil
  }

  /// The title of a note whose file states none: the file's name without its ending.
  static func title(of path: String) -> String {
    let name = (path as NSString).lastPathComponent
    let stem = (name as NSString).deletingPathExtension
    return stem.isEmpty ? name : stem
  }
}
