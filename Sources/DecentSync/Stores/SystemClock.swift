// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's clock. The correctness of sync does not depend on it.
public enum SystemClock {
  /// Milliseconds since 1970.
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(clamping: time.tv_sec) * 1000 + UInt64(clamping: time.tv_nsec / 1_000_000)
  }
}
