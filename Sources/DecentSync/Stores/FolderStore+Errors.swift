// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FolderStore {
  /// Throws unless the folder the user chose is there.
  func requireRoot() throws(StoreError) {
    if path.isEmpty { throw gone("the path of its folder is empty") }
    let item: FileItem?
    do throws(SystemCallFailure) {
      item = try files.item(at: "\(path)/.")  // the folder itself may be a link
    } catch {
      if error.code == ENOTDIR { throw gone("it is not a folder") }
      throw explained(error, subject: path, whileWriting: false, scope: .store)
    }
    guard item == .folder else { throw missingFolder }
  }

  /// The error for a missing folder.
  public var missingFolder: StoreError { gone("there is no such folder") }

  private func gone(_ reason: String) -> StoreError {
    StoreError(
      kind: .needsUser, scope: .store, subject: path, reason: reason,
      advice: "mount its disk or choose another folder, then sync again; nothing is lost")
  }

  /// The error that a failed call means for an object or for the store.
  func explained(
    _ failure: SystemCallFailure, subject: String, whileWriting isWriting: Bool,
    scope: StoreError.Scope
  ) -> StoreError {
    let (kind, advice) = failure.classified(whileWriting: isWriting)
    return StoreError(
      kind: kind, scope: scope, subject: subject,
      reason: "\(failure.call) failed: \(String(cString: strerror(failure.code)))", advice: advice)
  }
}

extension SystemCallFailure {
  /// Whether the name does not exist.
  var isAboutMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the name is taken.
  var isAboutExisting: Bool { code == EEXIST }

  /// Whether the file system does not support the call at all.
  var isAboutSupport: Bool {
    [EINVAL, ENOSYS, EPERM, ENOTSUP, EOPNOTSUPP, EMLINK, EXDEV].contains(code)
  }

  /// The error code, but `ENOTDIR` in place of `EEXIST`: `EEXIST` would mean that the object
  /// exists.
  var codeForBlockedFolder: Int32 { code == EEXIST ? ENOTDIR : code }

  fileprivate func classified(
    whileWriting isWriting: Bool
  ) -> (kind: StoreError.Kind, advice: String) {
    switch code {
    case EACCES, EPERM, EROFS:
      (.needsUser, "allow this user to \(isWriting ? "write" : "read") it, then sync again")
    case ENOSPC, EDQUOT, EFBIG:
      (.needsUser, "make room on that disk, then sync again")
    case ENOTDIR,
      EISDIR where isWriting, ELOOP where isWriting:
      (.needsUser, "move away what is in the place of a folder or file, then sync again")
    case ENAMETOOLONG:
      (.needsUser, "choose a folder with a shorter path")
    case EISDIR, ELOOP:
      (.damaged, "what is there is not a file; move it away")
    case EIO where !isWriting:
      (.damaged, "check the disk; a device that holds the contents uploads them again")
    default:
      (.tryLater, "sync again later")
    }
  }
}
