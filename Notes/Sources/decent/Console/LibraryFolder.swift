// SPDX-License-Identifier: MIT

/// The place of the library: `--library`, or `DECENT_LIBRARY`, or a folder of the user's data, in
/// this order.
enum LibraryFolder {
  /// The folder, absolute.
  static func find(_ arguments: Arguments, on console: Console) throws -> String {
    if let path = arguments.value(of: .library) {
      return try console.path(path, for: "--library", meaning: "folder")
    }
    if let path = console.variable("DECENT_LIBRARY") { return console.absolute(path) }
    return try usual(on: console)
  }

  private static func usual(on console: Console) throws(CommandFailure) -> String {
    #if os(macOS)
      guard let home = console.variable("HOME") else { throw .noHome }
      return home + "/Library/Application Support/Decent"
    #else
      if let data = console.variable("XDG_DATA_HOME"), data.hasPrefix("/") {
        return data + "/decent"
      }
      guard let home = console.variable("HOME") else { throw .noHome }
      return home + "/.local/share/decent"
    #endif
  }
}
