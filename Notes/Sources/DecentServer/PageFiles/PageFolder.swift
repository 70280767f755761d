// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation

/// The folder with the files of the page.
///
/// Each part of a path consists of letters, digits and `-_.`, and does not begin with a dot. So no
/// path leads out of the folder. Links in the folder are not followed. `NAME.br` and `NAME.gz` are
/// compressed forms of `NAME`.
struct PageFolder: Sendable {
  /// The path of the folder.
  let path: String

  private static let first = "index.html"

  /// The answer to a request for a file.
  ///
  /// - Parameter path: The parts of the path, decoded.
  func response(to path: [String], _ head: RequestHead) -> Response {
    let parts = path == [""] ? [Self.first] : path
    guard parts.allSatisfy(Self.isName), let type = FileType.of(parts.last ?? "") else {
      return Response(.nothingThere)
    }
    let file = ([self.path] + parts).joined(separator: "/")
    let codings = Self.codings(accepted: head.values("accept-encoding").joined(separator: ","))
    for coding in codings {
      if let bytes = contents(of: file + coding.suffix) {
        return response(bytes, type, coding, head)
      }
    }
    guard let bytes = contents(of: file) else { return Response(.nothingThere) }
    return response(bytes, type, nil, head)
  }

  private func response(
    _ bytes: [UInt8], _ type: String, _ coding: Coding?, _ head: RequestHead
  ) -> Response {
    let (sum, size) = (CRC32C.checksum(of: bytes), bytes.count)
    let tag = "\"\(String(sum, radix: 16))-\(String(size, radix: 16))\(coding?.suffix ?? "")\""
    let isKnown = head.values("if-none-match").contains { tags in
      tags.split(separator: ",").contains { Self.trimmed($0) == tag }
    }
    var response = Response(
      isKnown ? 304 : 200, type, .bytes(isKnown || head.method == "HEAD" ? [] : bytes))
    response.fields.append(RequestHead.Field("etag", tag))
    response.fields.append(RequestHead.Field("vary", "accept-encoding"))
    // The browser asks each time whether the file is still the same.
    response.fields.append(RequestHead.Field("cache-control", "no-cache"))
    if let coding {
      response.fields.append(RequestHead.Field("content-encoding", coding.name))
    }
    return response
  }

  private static func isName(_ part: String) -> Bool {
    !part.isEmpty && !part.hasPrefix(".")
      && part.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// The bytes of a regular file; nil if there is none, or if a part of its path is a link.
  private func contents(of file: String) -> [UInt8]? {
    var place = path
    for part in file.dropFirst(path.count + 1).split(separator: "/") {
      place += "/\(part)"
      var status = stat()
      guard lstat(place, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return nil }
    }
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileManager.default.contents(atPath: file).map(Array.init)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    text.drop { $0 == " " }
  }
}

extension PageFolder {
  /// A compressed form of a file, which may lie beside the file.
  enum Coding: CaseIterable {
    case brotli, gzip

    var name: String { self == .brotli ? "br" : "gzip" }
    var suffix: String { self == .brotli ? ".br" : ".gz" }
  }

  /// The codings that a request accepts, the coding with the smallest files first.
  static func codings(accepted text: String) -> [Coding] {
    let refused = /;\s*q=0(\.0*)?\s*$/
    let names = text.lowercased().split(separator: ",")
      .filter { $0.firstMatch(of: refused) == nil }
      .map { $0.prefix { $0 != ";" }.filter { $0 != " " } }
    return Coding.allCases.filter { names.contains($0.name) }
  }
}

/// The media types of the page's files.
enum FileType {
  private static let types = [
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "webmanifest": "application/manifest+json; charset=utf-8",
    "wasm": "application/wasm",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
  ]

  /// The media type of a file by its extension; nil for an extension that no file of the page has.
  static func of(_ name: String) -> String? {
    name.lastIndex(of: ".").flatMap { types[String(name[name.index(after: $0)...])] }
  }
}
