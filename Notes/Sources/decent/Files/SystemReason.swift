// SPDX-License-Identifier: MIT

import Foundation

/// The reason why the system refused to read or write a file, and the remedy.
enum SystemReason {
  /// The reason in words, as the end of a sentence.
  static func words(of code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "it is not permitted; change the permissions, or choose another place"
    case ENOSPC, EDQUOT: "the disk is full; make room and try again"
    case EROFS: "the disk can only be read; choose another place"
    case EEXIST, ENOTDIR: "a file is in the way where a folder must be; choose another place"
    case ELOOP: "its links lead in a circle; put them right"
    case ENAMETOOLONG: "the name is too long; choose a shorter one"
    default: String(cString: strerror(code))
    }
  }

  /// Whether an error affects every file on the same disk: the disk is full, or can only be read.
  static func isOfDisk(_ error: any Error) -> Bool {
    [ENOSPC, EDQUOT, EROFS].contains(code(of: error))
  }

  /// The system's error number, also from inside an error of Foundation; nil if there is none.
  private static func code(of error: any Error) -> Int32? {
    if let failure = error as? POSIXError { return failure.code.rawValue }
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
    if let failure = underlying as? POSIXError { return failure.code.rawValue }
    guard let failure = underlying as? NSError, failure.domain == NSPOSIXErrorDomain
    else { return nil }
    return Int32(truncatingIfNeeded: failure.code)
  }

  /// The reason in words. The system's error inside an error of Foundation takes precedence over
  /// the outer error.
  static func words(of error: any Error) -> String {
    if let code = code(of: error) { return words(of: code) }
    let text = error.localizedDescription
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
