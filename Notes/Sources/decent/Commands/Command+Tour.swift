// SPDX-License-Identifier: MIT

extension Command {
  /// Shows the program at work.
  static let tour = Command(
    name: "tour",
    forms: [""],
    summary: "watch two devices keep one notebook",
    details: """
      Plays two devices in temporary folders: both edit one note while apart, then sync through \
      a shared folder. Every line is a command you could type. Your own library is not touched.
      """,
    operands: 0...0
  ) { _, context in
    let stage = try Stage(on: context.console)
    defer { stage.clear() }
    try Tour(on: stage).run()
  }
}
