// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#endif

/// The memory that the program allocates.
enum Heap {
  /// The size of a large page, in bytes.
  private static let page = 2 << 20
  /// How many bytes of the heap are to lie in large pages. Only used pages take memory.
  private static let size = 15 * page

  /// Puts the heap into large pages, if the system gives large pages to programs that ask.
  ///
  /// A command decodes a note once and ends, so the kernel must supply every page that the command
  /// writes to. For a note of 30,000 sessions, supplying pages of 4 KiB took as long as decoding.
  static func useLargePages() {
    #if canImport(Glibc)
      // The first block of this size gets pages of its own. Later blocks of this size come from the
      // heap, which keeps their memory when they are freed: see mallopt(3), M_MMAP_THRESHOLD.
      for _ in 1...2 {
        guard let block = malloc(size) else { return }
        let start = block.alignedUp(toMultipleOf: page)
        madvise(start, (block + size).alignedDown(toMultipleOf: page) - start, MADV_HUGEPAGE)
        free(block)
      }
    #endif
  }
}
