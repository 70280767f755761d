// SPDX-License-Identifier: MIT

import Foundation

/// The folder with the files of the page: `--page`, or `../share/decent/page` beside the program,
/// or `page` in a folder `.build` above the program, in this order.
enum PagePlace {
  /// The folder, absolute.
  static func find(_ arguments: Arguments, on console: Console) throws -> String {
    if let path = arguments.value(of: .page) {
      let folder = try console.path(path, for: "--page", meaning: "folder")
      guard isPage(folder) else { throw CommandFailure.noPage(folder) }
      return folder
    }
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath()
    guard let program, let found = candidates(of: program).first(where: isPage) else {
      throw CommandFailure.noPage(nil)
    }
    return found
  }

  private static func candidates(of program: URL) -> [String] {
    var folder = program.deletingLastPathComponent()
    var found = [folder.deletingLastPathComponent().path + "/share/decent/page"]
    while folder.path.count > 1 {
      if folder.lastPathComponent == ".build" { found.append(folder.path + "/page") }
      folder.deleteLastPathComponent()
    }
    return found
  }

  private static func isPage(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/index.html")
  }
}
