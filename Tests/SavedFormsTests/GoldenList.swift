// SPDX-License-Identifier: MIT

import Foundation

/// The list of all golden files, `Tests/Golden/checksums`: a line for each, of its checksum in
/// 16 hexadecimal digits and its path. Lines are only ever added.
///
/// The checksum is FNV-1a with 64 bits (RFC 9923). A CRC-32C would be the same of all frames,
/// which end in their own.
enum GoldenList {
  static let name = "checksums"

  private static var file: URL { GoldenFiles.root.appending(path: name) }

  /// The checksums in the list, by path.
  static func listed() throws -> [String: String] {
    var listed: [String: String] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, listed.updateValue(String(words[0]), forKey: String(words[1])) == nil
      else { throw GoldenFiles.Misplaced(name: "\(name): \(line)") }
    }
    return listed
  }

  /// The checksums of the files that are there, by path.
  static func found() throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: GoldenFiles.root.path(percentEncoded: false))
    var found: [String: String] = [:]
    for path in paths where path.hasSuffix(".bytes") || path.hasSuffix(".txt") {
      let bytes = try [UInt8](Data(contentsOf: GoldenFiles.root.appending(path: path)))
      found[path] = checksum(of: bytes)
    }
    return found
  }

  private static func checksum(of bytes: [UInt8]) -> String {
    let number = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Adds a line for each file that has none.
  static func extend() throws {
    let all = try found().merging(try listed()) { _, listed in listed }
    let lines = all.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
    try Data(lines.joined().utf8).write(to: file, options: .atomic)
  }
}
