// SPDX-License-Identifier: MIT

import CMicroHTTPD
import Foundation

/// GNU libmicrohttpd, loaded only when the first server starts: loading it takes a quarter of the
/// start time of a command.
struct HTTPLibrary: @unchecked Sendable {
  // The functions never change, and any thread may call them.
  let functions: decent_http

  #if canImport(Darwin)
    private static let names = [
      "/opt/homebrew/lib/libmicrohttpd.dylib", "/usr/local/lib/libmicrohttpd.dylib",
      "libmicrohttpd.dylib",
    ]
  #else
    private static let names = ["libmicrohttpd.so.12"]
  #endif

  /// The loaded library; nil if libmicrohttpd is not on this device.
  static let loaded: HTTPLibrary? = {
    for name in names {
      guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      var functions = decent_http()
      if decent_http_load(&functions, library) != 0 { return HTTPLibrary(functions: functions) }
    }
    return nil
  }()
}
