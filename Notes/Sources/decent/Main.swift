// SPDX-License-Identifier: MIT

import Foundation

/// The program `decent`.
///
/// A command runs on the main thread until it suspends, and only commands that sync suspend. Other
/// threads block signals. An editor started on such a thread would inherit the block.
@main
struct Main {
  static func main() async {
    Heap.useLargePages()
    StandardStream.reserveAll()
    let console = Console.process()
    exit(await run(on: console).rawValue)
  }

  private static func run(on console: Console) async -> ExitStatus {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[index] else { continue }
      guard let word = String(validatingCString: pointer) else {
        console.complain("decent: \(CommandFailure.notText("argument \(index)"))")
        return .failed
      }
      words.append(word)
    }
    return await Program.run(words, on: console)
  }
}
