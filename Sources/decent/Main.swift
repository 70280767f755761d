// SPDX-License-Identifier: MIT

import Foundation

/// The program `decent`.
@main
struct Main {
  static func main() {
    StandardStream.reserveAll()
    let console = Console.process()
    exit(run(on: console).rawValue)
  }

  private static func run(on console: Console) -> ExitStatus {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[index] else { continue }
      guard let word = String(validatingCString: pointer) else {
        console.complain("decent: \(CommandFailure.notText("argument \(index)"))")
        return .failed
      }
      words.append(word)
    }
    return Program.run(words, on: console)
  }
}
