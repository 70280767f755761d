// SPDX-License-Identifier: MIT

import Foundation

/// Why the system would not read or write a file, and what to do about it.
enum SystemReason {
  /// In words, as the end of a sentence.
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

  /// What an error of Foundation says; most hold the system's own.
  static func words(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
    if let failure = underlying as? POSIXError { return words(of: failure.code.rawValue) }
    if let failure = underlying as? NSError, failure.domain == NSPOSIXErrorDomain {
      return words(of: Int32(truncatingIfNeeded: failure.code))
    }
    let text = error.localizedDescription
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
