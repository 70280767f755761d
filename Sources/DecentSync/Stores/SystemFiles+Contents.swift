// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SystemFiles {
  /// The most bytes that a call reads or writes. Some systems refuse 2 GiB at once.
  private static let chunk = 1 << 26

  /// Reads a file whole.
  package func read(_ path: String) throws(SystemCallFailure) -> [UInt8] {
    // Without O_NONBLOCK, opening a named pipe would wait for its other end.
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = try opened(path, flags, mode: 0)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("fstat", path) }
    guard case .file(let size) = Self.item(of: status) else {
      throw SystemCallFailure(call: "read", path: path, code: EISDIR)
    }
    var bytes: [UInt8] = []
    var expected = size
    while true {
      // Asks for one byte more than expected: a read of 0 bytes would look like the end of the
      // file.
      let part = try part(of: descriptor, path, atMost: min(max(expected, 0) + 1, Self.chunk))
      if part.isEmpty { return bytes }
      bytes += part
      expected -= part.count
    }
  }

  private func part(
    of descriptor: Int32, _ path: String, atMost count: Int
  ) throws(SystemCallFailure) -> [UInt8] {
    var code: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var result = 0
      repeat {
        result = recv(from: descriptor, into: buffer)
      } while result < 0 && errno == EINTR
      if result < 0 { code = errno }
      initialized = max(result, 0)
    }
    guard code == 0 else { throw SystemCallFailure(call: "read", path: path, code: code) }
    return part
  }

  private func recv(from descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Writes a file that must not exist before.
  package func write(_ bytes: [UInt8], toNew path: String) throws(SystemCallFailure) {
    try write(bytes, toNew: path, mode: 0o666)
  }

  /// Writes a file that must not exist before, and flushes it to the disk. Only the user who made
  /// the file can open it.
  ///
  /// The file may exist in part after an error.
  package func writePrivately(_ bytes: [UInt8], toNew path: String) throws(SystemCallFailure) {
    try write(bytes, toNew: path, mode: 0o600)
    try synchronize(path)
  }

  private func write(
    _ bytes: [UInt8], toNew path: String, mode: mode_t
  ) throws(SystemCallFailure) {
    let descriptor = try opened(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, mode: mode)
    var code: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count, code == 0 {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...].prefix(Self.chunk))
        let count = send(rest, to: descriptor)
        if count >= 0 { written += count } else if errno != EINTR { code = errno }
      }
    }
    // Some network file systems report a full disk only here.
    if close(descriptor) != 0, errno != EINTR, code == 0 { code = errno }
    guard code == 0 else { throw SystemCallFailure(call: "write", path: path, code: code) }
  }

  private func send(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Waits until a file's contents, or a folder's names, are flushed to the disk.
  package func synchronize(_ path: String) throws(SystemCallFailure) {
    let descriptor = try opened(path, O_RDONLY | O_CLOEXEC, mode: 0)
    defer { close(descriptor) }
    while flush(descriptor) != 0 {
      if errno == EINTR { continue }
      // Not every file system can flush a folder.
      guard errno == EINVAL else { throw failure("fsync", path) }
      return
    }
  }

  /// Makes a new name in a folder survive a power failure, if the file system can.
  package func synchronizeFolder(of path: String) {
    try? synchronize(FolderStore.folder(of: path))
  }

  /// Flushes a file's cached bytes to the disk. Darwin's `fsync` stops at the disk's own memory,
  /// which a power failure clears. So on Darwin, `fsync` is used only if the file system lacks
  /// `F_FULLFSYNC`.
  private func flush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      let result = fcntl(descriptor, F_FULLFSYNC)
      if result == 0 || errno == EINTR || errno == EIO { return result }
    #endif
    return fsync(descriptor)
  }

  private func opened(
    _ path: String, _ flags: Int32, mode: mode_t
  ) throws(SystemCallFailure) -> Int32 {
    while true {
      let descriptor = open(path, flags, mode)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw failure("open", path) }
    }
  }
}
